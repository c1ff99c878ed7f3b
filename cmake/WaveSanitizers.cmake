# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds that watch themselves run; the presets asan, tsan and coverage set WAVE_SANITIZE.
# LLVM's packages are not instrumented, which decides what is left out:
#  - vptr, function: they need type information that LLVM is built without;
#  - what ASan would know of containers and arenas that cross the border between the two;
#    script/sanitize turns that off when the program runs.

set(WAVE_SANITIZE "" CACHE STRING "address, thread or coverage")
set_property(CACHE WAVE_SANITIZE PROPERTY STRINGS "" address thread coverage)

set(wave_sanitize_address -fsanitize=address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
# Left out of files that see MLIR's headers, most of whose accesses are those of MLIR's own inline
# functions: a check before each of them, with which compiling takes a fifth longer.  ASan stops at
# a null pointer itself, and knows how long every block is; x86-64 reads what is not aligned.
# Files that see no MLIR keep them: those that read bytes, and all of symbolic and runtime.
set(wave_sanitize_address_mlir -fno-sanitize=null,alignment,object-size)
set(wave_sanitize_thread -fsanitize=thread)
set(wave_sanitize_coverage -fprofile-instr-generate -fcoverage-mapping)
set(wave_sanitize_mlir ${wave_sanitize_${WAVE_SANITIZE}_mlir})

# Parts that parse and decode nothing and share no memory can be taken as another, plain build has
# them: they are a third of what the compiler has to do for the programs below.
set(WAVE_PLAIN_BUILD "" CACHE PATH "Build folder whose objects of these parts are used; empty: none")
set(wave_plain_parts)
if(WAVE_PLAIN_BUILD)
  set(wave_plain_parts wave_analysis wave_passes wave_target_llvm wave_target_cpu wave_target_gpu
      wave_report wave_driver)
endif()

# Files of a part that are compiled together, with WAVE_UNITY.
set(wave_batch 8)

# wave_plain_objects(OUT NAME sources...): what WAVE_PLAIN_BUILD has compiled of these for NAME.
function(wave_plain_objects out name)
  file(RELATIVE_PATH folder ${PROJECT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  set(folder ${WAVE_PLAIN_BUILD}/${folder}/CMakeFiles/${name}.dir)
  set(objects)
  if(WAVE_UNITY AND name IN_LIST wave_plain_parts)
    list(LENGTH ARGN count)
    math(EXPR last "(${count} - 1) / ${wave_batch}")
    foreach(batch RANGE ${last})
      list(APPEND objects ${folder}/Unity/unity_${batch}_cxx.cxx.o)
    endforeach()
  else()
    foreach(source IN LISTS ARGN)
      if(IS_ABSOLUTE ${source})
        file(RELATIVE_PATH source ${CMAKE_CURRENT_SOURCE_DIR} ${source})
      endif()
      # CMake calls the folder of an object __ where that of the source is "..".
      string(REPLACE "../" "__/" source ${source})
      list(APPEND objects ${folder}/${source}.o)
    endforeach()
  endif()
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON)
  set(${out} ${objects} PARENT_SCOPE)
endfunction()

# wave_add_part(NAME sources...): a static library of these, or of their objects in WAVE_PLAIN_BUILD.
function(wave_add_part name)
  if(NOT name IN_LIST wave_plain_parts)
    add_library(${name} STATIC ${ARGN})
    set_target_properties(${name} PROPERTIES
      UNITY_BUILD ${WAVE_UNITY} UNITY_BUILD_BATCH_SIZE ${wave_batch})
    return()
  endif()
  wave_plain_objects(objects ${name} ${ARGN})
  add_library(${name} STATIC ${objects})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  # TARGET_OBJECTS names what a target compiles, and nothing else.
  set_property(GLOBAL APPEND PROPERTY WAVE_PLAIN_OBJECTS ${objects})
endfunction()

# What every run of script/test builds and runs under sanitizers: programs that parse, decode
# or share memory, where a wrong access would be one of ours.  `script/test --full` runs all.
add_custom_target(sanitized)
# wave_sanitize_test(NAME): the program NAME and the tests of this folder that run it are among them.
function(wave_sanitize_test name)
  add_dependencies(sanitized ${name})
  get_property(tests DIRECTORY PROPERTY TESTS)
  list(FILTER tests INCLUDE REGEX "^${name}(\\.|$)")
  set_property(TEST ${tests} APPEND PROPERTY LABELS sanitized)
endfunction()

if(WAVE_SANITIZE)
  if(NOT DEFINED wave_sanitize_${WAVE_SANITIZE})
    message(FATAL_ERROR "WAVE_SANITIZE is '${WAVE_SANITIZE}': choose address, thread or coverage")
  endif()
  add_compile_options(${wave_sanitize_${WAVE_SANITIZE}})
  add_link_options(${wave_sanitize_${WAVE_SANITIZE}})
endif()
