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
set(wave_sanitize_thread -fsanitize=thread)
set(wave_sanitize_coverage -fprofile-instr-generate -fcoverage-mapping)
if(WAVE_SANITIZE)
  if(NOT DEFINED wave_sanitize_${WAVE_SANITIZE})
    message(FATAL_ERROR "WAVE_SANITIZE is '${WAVE_SANITIZE}': choose address, thread or coverage")
  endif()
  add_compile_options(${wave_sanitize_${WAVE_SANITIZE}})
  add_link_options(${wave_sanitize_${WAVE_SANITIZE}})
endif()
if(WAVE_BUILD_FUZZERS)
  # libFuzzer is steered by the branches that an input takes.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
