// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-resolve-hardware=chip=sm_90a | FileCheck %s
// RUN: wave-opt %s --wave-resolve-hardware=chip=sm_100a | FileCheck %s

// Threads that nobody wrote are the target's.
// CHECK-LABEL: wave.kernel @absent
// CHECK:         wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 2, 1, 1>}
wave.kernel @absent(%a: !wave.memory<[M = 64], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.wave_constraint M tile 32
  wave.hardware_constraint {waves_per_block = array<i64: 2, 1, 1>}
}

// Or those of the instruction that the constraint names.
// CHECK-LABEL: wave.kernel @of_a_warp
// CHECK:         wave.hardware_constraint threads_per_wave 32 {mma_type = "F32_16x8x16_F16", waves_per_block = array<i64: 1, 1, 1>}
wave.kernel @of_a_warp(%a: !wave.memory<[M = 64, K = 32], f16>, %b: !wave.memory<[N = 64, K = 32], f16>) {
  wave.hardware_constraint {mma_type = "F32_16x8x16_F16"}
  %0 = wave.read %a : <[M = 64, K = 32], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 64, K = 32], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
}
