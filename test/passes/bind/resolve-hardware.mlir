// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-resolve-hardware | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: wave-opt %s --wave-resolve-hardware=chip=gfx942 | FileCheck %s --check-prefixes=CHECK,GFX942
// RUN: wave-opt %s --wave-resolve-hardware=chip=gfx950 | FileCheck %s --check-prefixes=CHECK,GFX950

// Waves are inferred; the target chooses the instruction of an mma that has none.
// CHECK-LABEL: wave.kernel @inferred
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 4, 1>}
// CPU:           wave.mma {{.*}} {mma_type = "F32_FMA_F16"}
// GFX942:        wave.mma {{.*}} {mma_type = "F32_16x16x16_F16"}
// GFX950:        wave.mma {{.*}} {mma_type = "F32_16x16x32_F16"}
// CHECK:         wave.mma {{.*}} {mma_type = "F32_32x32x8_F16"}
wave.kernel @inferred(%a: !wave.memory<[M = 64, K = 32], f16>, %b: !wave.memory<[N = 128, K = 32], f16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.wave_constraint N tile 32
  wave.wave_constraint M tile 32
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.read %b : !wave.memory<[N = 128, K = 32], f16> -> !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
  %4 = wave.mma %0, %1, %2 {mma_type = "F32_32x32x8_F16"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// Waves along a dimension that is not distributed over workgroups are numbered in what is left.
// One of a size that the launch says has one wave.
// CHECK-LABEL: wave.kernel @rows
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 4, 1>}
// CHECK-LABEL: wave.kernel @open
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
// CHECK-LABEL: wave.kernel @nothing
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
wave.kernel @rows(%a: !wave.memory<[M = 64, N = 1000], f32>) {
  wave.wave_constraint N tile 256
  wave.workgroup_constraint M tile 8 dim 0
  wave.wave_constraint M tile 4
}
wave.kernel @open(%a: !wave.memory<[N = N], f32>) {
  wave.wave_constraint N tile 256
}
wave.kernel @nothing(%a: !wave.memory<[N = 0], f32>) {
  wave.wave_constraint N tile 256
}

// A constraint that is given stays, and names the instruction of every mma.
// CHECK-LABEL: wave.kernel @given
// CHECK:         wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_32x32x2_F32", waves_per_block = array<i64: 1, 1, 1>}
// CHECK-NOT:     wave.hardware_constraint
// CHECK:         wave.mma {{.*}} {mma_type = "F32_32x32x2_F32"}
wave.kernel @given(%a: !wave.memory<[M = 64, K = 32], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_32x32x2_F32"}
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f32> -> !wave.tile<[M, K], f32>
  %1 = wave.register 0.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// The fastest instruction is taken where it divides the tile: K in steps of 48.
// CHECK-LABEL: wave.kernel @divided
// CPU:           wave.mma {{.*}} {mma_type = "F32_FMA_BF16"}
// GFX942:        wave.mma {{.*}} {mma_type = "F32_16x16x16_BF16"}
// GFX950:        wave.mma {{.*}} {mma_type = "F32_32x32x16_BF16"}
wave.kernel @divided(%a: !wave.memory<[M = 32, K = 96], bf16>, %b: !wave.memory<[N = 32, K = 96], bf16>) {
  wave.tiling_constraint K tile 48
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 32, K = 96], bf16> -> !wave.tile<[M, K], bf16>
    %3 = wave.read %b : !wave.memory<[N = 32, K = 96], bf16> -> !wave.tile<[N, K], bf16>
    %4 = wave.mma %2, %3, %acc : !wave.tile<[M, K], bf16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
}

// Without threads_per_wave waves are the target's, whatever else the constraint says.
// CHECK-LABEL: wave.kernel @absent
// CHECK:         wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
wave.kernel @absent(%a: !wave.memory<[M = 64], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.wave_constraint M tile 32
  wave.hardware_constraint {waves_per_block = array<i64: 2, 1, 1>}
}
