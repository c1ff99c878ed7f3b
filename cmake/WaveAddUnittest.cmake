# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_package(GTest REQUIRED)
wave_precompiled_header(test_headers unittests/Precompiled.h GTest::gtest BASE standard_headers)
wave_precompiled_header(mlir_test_headers unittests/executor/Precompiled.h wave_mlir_headers GTest::gtest
  BASE dialect_headers)

# wave_test_sources(OUT NAME sources...): of these, with WAVE_PLAIN_BUILD, the objects of tests and
# of kernels.  They parse nothing: what they call is instrumented, and what is none of theirs.
function(wave_test_sources out name)
  set(parsing "^${PROJECT_SOURCE_DIR}/(src|tools)/")
  set(watched ${ARGN})
  list(FILTER watched INCLUDE REGEX ${parsing})
  set(plain ${ARGN})
  list(FILTER plain EXCLUDE REGEX ${parsing})
  if(WAVE_PLAIN_BUILD)
    wave_plain_objects(plain ${name} ${plain})
  endif()
  set(${out} ${plain} ${watched} PARENT_SCOPE)
endfunction()

# wave_add_test_program(NAME sources... LIBS libs... [MLIR] [OPTIMIZED]): a program of GoogleTest; MLIR
# says that some of its files see MLIR's headers, OPTIMIZED that its own files, such as an oracle, take
# much of its time.  In other programs the library does: their files are not optimized, which compiles
# them in a third of the time.
function(wave_add_test_program name)
  cmake_parse_arguments(ARG "MLIR;OPTIMIZED" "" "LIBS" ${ARGN})
  wave_test_sources(sources ${name} ${ARG_UNPARSED_ARGUMENTS})
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang AND NOT ARG_OPTIMIZED)
    # The precompiled headers are the library's, which clang refuses at another level.
    target_compile_options(${name} PRIVATE -O0 "SHELL:-Xclang -fno-validate-pch")
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    wave_start_from(${name} mlir_test_headers)
    target_compile_options(${name} PRIVATE ${wave_sanitize_mlir})
  else()
    wave_start_from(${name} test_headers)
  endif()
endfunction()

# wave_add_gtest(NAME [SHARDS]): the test NAME, which runs the GoogleTest program of that name, or the
# tests NAME.1 to NAME.SHARDS, which share out its cases.  script/run_tests collects the counts.
function(wave_add_gtest name)
  set(shards 1)
  if(ARGC GREATER 1)
    set(shards ${ARGV1})
  endif()
  math(EXPR last "${shards} - 1")
  foreach(index RANGE ${last})
    math(EXPR number "${index} + 1")
    if(shards EQUAL 1)
      set(test ${name})
    else()
      set(test ${name}.${number})
    endif()
    add_test(NAME ${test} COMMAND ${name})
    set_tests_properties(${test} PROPERTIES
      # The longest begin first.
      COST ${last}
      ENVIRONMENT "GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/cases/${test}.xml;GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# wave_add_unittest(NAME sources... LIBS libs... [SHARDS n] [MLIR] [OPTIMIZED] [SANITIZE]): a program, and its
# tests as in wave_add_gtest; SANITIZE as in wave_sanitize_test.
function(wave_add_unittest name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "SANITIZE" "SHARDS" "")
  wave_add_test_program(${name} ${ARG_UNPARSED_ARGUMENTS})
  wave_add_gtest(${name} ${ARG_SHARDS})
  if(ARG_SANITIZE)
    wave_sanitize_test(${name})
  endif()
endfunction()
