# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# wave_add_kernels(NAME sources...)
# A program that offers the whole command line for the kernels in its sources; one of
# them defines main and ends in `return wave::main(argc, argv, {...});`.
function(wave_add_kernels name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE wave::wave)
endfunction()

# wave_add_unittest(NAME sources... LIBS libs...)
function(wave_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LIBS" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
