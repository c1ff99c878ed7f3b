# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Headers that many files include are compiled once, with WAVE_PRECOMPILED_HEADERS.  Files still
# include what they use: the preset gcc, where it is MLIR, precompiles MLIR's own headers alone, which
# takes it 7 to 9 s for a file in place of 45.

# wave_precompiled_header(NAME HEADER libs... [BASE NAME]): what HEADER includes, compiled with
# what the libraries ask for.  What an earlier one, BASE, has already is taken from there.
function(wave_precompiled_header name header)
  if(NOT WAVE_PRECOMPILED_HEADERS OR
     (WAVE_PRECOMPILED_HEADERS STREQUAL "MLIR" AND NOT name STREQUAL "mlir_headers"))
    return()
  endif()
  cmake_parse_arguments(ARG "" "BASE" "" ${ARGN})
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/precompiled/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_UNPARSED_ARGUMENTS})
  target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/${header})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # Without its time, so that ccache finds equal headers equal.
    target_compile_options(${name} PRIVATE -fpch-instantiate-templates
                           "SHELL:-Xclang -fno-pch-timestamp")
    if(ARG_BASE)
      # CMake has no name for the file; -include-pch of the header itself comes after this one.
      get_target_property(folder ${ARG_BASE} BINARY_DIR)
      set(base ${folder}/CMakeFiles/${ARG_BASE}.dir/cmake_pch.hxx.pch)
      target_compile_options(${name} PRIVATE "SHELL:-Xclang -include-pch -Xclang ${base}")
      set_source_files_properties(
        ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.cxx
        PROPERTIES OBJECT_DEPENDS ${base})
      add_dependencies(${name} ${ARG_BASE})
    endif()
  endif()
endfunction()

# wave_start_from(TARGET NAME): the target's files start from that header.
function(wave_start_from target name)
  if(WAVE_PRECOMPILED_HEADERS STREQUAL "MLIR")
    if(NOT name STREQUAL "dialect_headers")
      return()
    endif()
    set(name mlir_headers)
  endif()
  if(WAVE_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} REUSE_FROM ${name})
    # As the header is, which libraries share: a program's files would be -fPIE.
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
endfunction()
