// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-choose-layouts

// Two waves read 16 rows of 64 elements at once, and slices of 8.
wave.kernel @load(%a: !wave.memory<[M = 16, K = 64], f16, SHARED_ADDRESS_SPACE>)
    bindings {K = 64, M = 16}
    grid [1, 1, 1] {
  wave.wave_constraint M tile 8
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %ring = wave.allocate "a" : <1, [M = 16, K = 64], f16>
  %c0 = wave.index 0
  // expected-error @below {{read 'read_a', slice 0 along M is of 2 units of 8 elements, and its lanes hold elements of several slices in one register: registers [K:8] lanes [K:8:8, M:8] waves [M:2:8] [slice-layout]}}
  // expected-note @unknown {{help: partition along another dimension, or the MMAs alone}}
  %0 = wave.read %a at [%c0, %c0] {slice = #wave.slice<"M" 0 of 2 units 2 of 8>, tag = "read_a"} : <[M = 16, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 16, K = 64], f16>
  %1 = wave.read %a at [%c0, %c0] into %0 (!wave.tile<[M = 16, K = 64], f16>) {slice = #wave.slice<"M" 1 of 2 units 2 of 8>, tag = "read_a"} : <[M = 16, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 16, K = 64], f16>
  wave.shared_write %1, %ring {tag = "read_a"} : <[M = 16, K = 64], f16>, <1, [M = 16, K = 64], f16>
}
