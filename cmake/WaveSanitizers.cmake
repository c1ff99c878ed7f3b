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
if(WAVE_SANITIZE)
  if(NOT DEFINED wave_sanitize_${WAVE_SANITIZE})
    message(FATAL_ERROR "WAVE_SANITIZE is '${WAVE_SANITIZE}': choose address, thread or coverage")
  endif()
  add_compile_options(${wave_sanitize_${WAVE_SANITIZE}})
  add_link_options(${wave_sanitize_${WAVE_SANITIZE}})
endif()
