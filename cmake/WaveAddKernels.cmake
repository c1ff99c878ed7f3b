# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Part of the project and of what it installs.

# wave_add_kernels(NAME sources...)
# A program that offers the whole command line for the kernels in its sources; one of
# them defines main and ends in `return wave::main(argc, argv, {...});`.
function(wave_add_kernels name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE wave::wave)
endfunction()
