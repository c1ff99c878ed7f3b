// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-verify-form=form=staged

wave.kernel @size_of_a_view(%a: !wave.memory<[M = 64, K = 32], f16>) bindings {K = 32, M = 64} grid [1, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 16], f16>
  // expected-error @below {{wave.view: not in the form bound: the type of a tile is !wave.tile<[M = 64, K = 16], f16>, the constraints give !wave.tile<[M = 64, K = 32], f16> [normal-form]}}
  // expected-note @unknown {{help: write what the constraints give, or start from the traced form}}
  %1 = wave.view %0 : <1, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
}
