# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# wave_add_test_program(NAME sources... LIBS libs...): a program of GoogleTest
function(wave_add_test_program name)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
endfunction()

# wave_add_unittest(NAME sources... LIBS libs...): that, run as one test
function(wave_add_unittest name)
  wave_add_test_program(${name} ${ARGN})
  add_test(NAME ${name} COMMAND ${name})
endfunction()
