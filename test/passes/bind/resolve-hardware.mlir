// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-resolve-hardware | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: wave-opt %s --wave-resolve-hardware=chip=gfx942 | FileCheck %s --check-prefixes=CHECK,GFX

// Waves are inferred; the target chooses the instruction of an mma that has none.
// CHECK-LABEL: wave.kernel @inferred
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 4, 1>}
// CPU:           wave.mma {{.*}} {mma_type = "F32_FMA_F16"}
// GFX:           wave.mma {{.*}} {mma_type = "F32_16x16x16_F16"}
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
