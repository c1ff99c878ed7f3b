# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

find_package(GTest REQUIRED)
wave_precompiled_header(test_headers unittests/Precompiled.h GTest::gtest BASE standard_headers)
wave_precompiled_header(mlir_test_headers unittests/executor/Precompiled.h wave_mlir_headers GTest::gtest
  BASE mlir_headers)

# wave_add_test_program(NAME sources... LIBS libs... [MLIR]): a program of GoogleTest; MLIR
# says that some of its files see MLIR's headers.
function(wave_add_test_program name)
  cmake_parse_arguments(ARG "MLIR" "" "LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    wave_start_from(${name} mlir_test_headers)
    target_compile_options(${name} PRIVATE ${wave_sanitize_mlir})
  else()
    wave_start_from(${name} test_headers)
  endif()
endfunction()

# wave_add_unittest(NAME sources... LIBS libs... [MLIR] [SANITIZE]): that, run as one test;
# SANITIZE as in wave_sanitize_test.
function(wave_add_unittest name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "SANITIZE" "" "")
  wave_add_test_program(${name} ${ARG_UNPARSED_ARGUMENTS})
  add_test(NAME ${name} COMMAND ${name})
  if(ARG_SANITIZE)
    wave_sanitize_test(${name})
  endif()
endfunction()
