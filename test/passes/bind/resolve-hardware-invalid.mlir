// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-resolve-hardware

wave.kernel @wave_tile(%a: !wave.memory<[M = 256], f32>) {
  // expected-note @below {{the workgroup tile of M is 64}}
  wave.workgroup_constraint M tile 64 dim 0
  // expected-error @below {{wave constraint: the wave tile of M is 24, which does not divide the workgroup tile 64 [wave-tile]}}
  // expected-note @unknown {{help: a workgroup has a whole number of waves: 64 / 24 leaves 16}}
  wave.wave_constraint M tile 24
}

// -----

wave.kernel @waves_per_block(%a: !wave.memory<[M = 256, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  // expected-note @below {{workgroup dimension 0: M, 64 / 32 = 2 waves}}
  wave.wave_constraint M tile 32
  // expected-note @below {{workgroup dimension 1: N, 64 / 16 = 4 waves}}
  wave.wave_constraint N tile 16
  // expected-error @below {{hardware constraint: waves_per_block is (2, 2, 1), the tiles give (2, 4, 1) [waves-per-block]}}
  // expected-note @unknown {{help: leave waves_per_block out, or change the wave constraints}}
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
}

// -----

wave.kernel @mma_tile(%a: !wave.memory<[M = 256, K = 64], f16>, %b: !wave.memory<[N = 256, K = 64], f16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  // expected-note @below {{one wave computes 8 elements of M}}
  wave.wave_constraint M tile 8
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16"}
  %0 = wave.read %a : !wave.memory<[M = 256, K = 64], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.read %b : !wave.memory<[N = 256, K = 64], f16> -> !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: F32_16x16x16_F16 takes 16 elements of M, which do not divide the tile of 8 [mma-tile]}}
  // expected-note @unknown {{help: make the tile of M a multiple of 16, or leave mma_type out}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// The tile of the reduction is a step of the loop.
wave.kernel @mma_tile_k(%a: !wave.memory<[M = 16, K = 64], f16>, %b: !wave.memory<[N = 16, K = 64], f16>) {
  // expected-note @below {{one step of the loop takes 20 elements of K}}
  wave.tiling_constraint K tile 20
  %zero = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %sum = wave.iterate K iter_args(%acc = %zero) -> (!wave.tile<[M, N], f32>) {
    %0 = wave.read %a : !wave.memory<[M = 16, K = 64], f16> -> !wave.tile<[M, K], f16>
    %1 = wave.read %b : !wave.memory<[N = 16, K = 64], f16> -> !wave.tile<[N, K], f16>
    // expected-error @below {{mma: F32_32x32x8_F16 takes 8 elements of K, which do not divide the tile of 20 [mma-tile]}}
    // expected-note @unknown {{help: make the tile of K a multiple of 8, or leave mma_type out}}
    %2 = wave.mma %0, %1, %acc {mma_type = "F32_32x32x8_F16"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %2 : !wave.tile<[M, N], f32>
  }
}

// -----

wave.kernel @mma_c5() {
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16"}
  // expected-note @below {{lhs is [M, K] bf16, a constant}}
  %0 = wave.register 0.0 : bf16 : !wave.tile<[M, K], bf16>
  // expected-note @below {{rhs is [N, K] bf16, a constant}}
  %1 = wave.register 0.0 : bf16 : !wave.tile<[N, K], bf16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: F32_16x16x16_F16 multiplies f16 into f32, the operands are bf16 and the accumulator f32 [mma-c5]}}
  // expected-note @unknown {{help: leave mma_type out, or use one of F32_16x16x16_BF16, F32_32x32x8_BF16, F32_16x16x32_BF16, F32_32x32x16_BF16}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], bf16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @threads_per_wave() {
  // expected-note @below {{threads_per_wave is 32 here}}
  wave.hardware_constraint threads_per_wave 32
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: F32_16x16x16_F16 is issued by waves of 64 threads, threads_per_wave is 32 [threads-per-wave]}}
  // expected-note @unknown {{help: set threads_per_wave to 64, or leave mma_type out}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}
