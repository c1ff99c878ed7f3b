// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-specialise-paths --verify-diagnostics
// RUN: not wave-opt %s --split-input-file --wave-choose-paths --wave-nvidia-lower-to-lanes 2>&1 | FileCheck %s
// RUN: not wave-opt %s --split-input-file --wave-choose-paths --wave-amd-lower-to-lanes 2>&1 | FileCheck %s
// CHECK: error: wave.kernel: wave.aligned_rows says of 0 memories whether their rows are aligned, the kernel has 2 [normal-form]
// CHECK: help: run wave-specialise-paths before

wave.kernel @k(%a: !wave.memory<[M = 32], f16>, %c: !wave.memory<[M = 32], f16>) bindings {M = 32} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  // expected-error @below {{wave.read: the access has no path to its memory [normal-form]}}
  // expected-note @unknown {{help: run wave-choose-paths before}}
  %0 = wave.read %a at [%c0] : <[M = 32], f16> -> <[M = 32], f16, #wave.layout<registers [] lanes [M:32] waves []>>
  wave.write %0, %c at [%c0] : <[M = 32], f16, #wave.layout<registers [] lanes [M:32] waves []>>, <[M = 32], f16>
}
