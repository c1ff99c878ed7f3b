// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-resolve-hardware

wave.kernel @wave_step(%a: !wave.memory<[M = 256, K = 256], f32>) {
  // expected-note @below {{one step of the loop takes 64 elements of K}}
  wave.tiling_constraint K tile 64
  // expected-error @below {{wave constraint: the wave tile of K is 24, which does not divide the step of 64 [wave-tile]}}
  // expected-note @unknown {{help: a workgroup has a whole number of waves: 64 / 24 leaves 16}}
  wave.wave_constraint K tile 24
}

// -----

wave.kernel @waves_of_rows(%a: !wave.memory<[M = 256, N = 1000, K = 64], f32>) {
  wave.workgroup_constraint M tile 8 dim 0
  wave.tiling_constraint K tile 64
  // expected-note @below {{workgroup dimension 1: K, 64 / 32 = 2 waves}}
  wave.wave_constraint K tile 32
  // expected-note @below {{workgroup dimension 2: N, ceildiv(1000, 300) = 4 waves}}
  wave.wave_constraint N tile 300
  // expected-error @below {{hardware constraint: waves_per_block is (1, 4, 2), the tiles give (1, 2, 4) [waves-per-block]}}
  // expected-note @unknown {{help: leave waves_per_block out, or change the wave constraints}}
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 4, 2>}
}
