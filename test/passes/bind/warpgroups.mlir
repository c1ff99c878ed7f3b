// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-retarget=chip=sm_90a --wave-resolve-hardware=chip=sm_90a 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t

// Four waves of 64 threads become two warpgroups along the rows; each has all columns, and an instruction for them.
// SAYS: warpgroups.mlir:[[#@LINE+12]]:3: remark: hardware constraint: 2 waves of 128 threads, 64 of M each, issue the MMAs of sm_90a, instead of what the constraints of waves say [retargeted]
// CHECK-LABEL: wave.kernel @gemm
// CHECK-NEXT: wave.workgroup_constraint M tile 128 dim 0
// CHECK-NEXT: wave.workgroup_constraint N tile 256 dim 1
// CHECK-NEXT: wave.tiling_constraint K tile 64
// CHECK-NEXT: wave.wave_constraint M tile 64
// CHECK-NEXT: wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
// CHECK: wave.mma {{.*}} {mma_type = "F32_64x256x16_F16"}
wave.kernel @gemm(%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 1024, N = 1024], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 256 dim 1
  wave.tiling_constraint K tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
  wave.wave_constraint M tile 64
  wave.wave_constraint N tile 128
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %4 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : !wave.tile<[M, N], f32>, !wave.memory<[M = 1024, N = 1024], f32>
}

// -----

// 192 rows are three warpgroups'. A kernel that says nothing of waves has nothing replaced, and nothing is
// said. The right operand has to be in shared memory; the left one need not.
// SAYS-NOT: remark
// CHECK-LABEL: wave.kernel @silent
// CHECK-NEXT: wave.wave_constraint M tile 64
// CHECK-NEXT: wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 3, 1, 1>}
// CHECK: wave.mma {{.*}} {mma_type = "F32_64x24x16_BF16"}
wave.kernel @silent(%a: !wave.memory<[M = 192, K = 32], bf16>, %b: !wave.memory<[N = 24, K = 32], bf16, SHARED_ADDRESS_SPACE>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %2 = wave.read %a : !wave.memory<[M = 192, K = 32], bf16> -> !wave.tile<[M, K], bf16>
  %3 = wave.read %b : !wave.memory<[N = 24, K = 32], bf16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], bf16>
  %4 = wave.mma %2, %3, %0 : !wave.tile<[M, K], bf16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
}

// -----

// More columns than an instruction has: of those that divide them the largest.
// CHECK-LABEL: wave.kernel @wide
// CHECK-NOT: wave.wave_constraint
// CHECK: wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
// CHECK: wave.mma {{.*}} {mma_type = "F32_64x152x16_F16"}
wave.kernel @wide(%a: !wave.memory<[M = 64, K = 32], f16>, %b: !wave.memory<[N = 304, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %3 = wave.read %b : !wave.memory<[N = 304, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
  %4 = wave.mma %2, %3, %0 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// Waves of 32 are the chip's own, and stay.
// CHECK-LABEL: wave.kernel @own
// CHECK: wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
// CHECK: wave.mma {{.*}} {mma_type = "F32_16x8x16_F16"}
wave.kernel @own(%a: !wave.memory<[M = 64, K = 32], f16>, %b: !wave.memory<[N = 32, K = 32], f16, SHARED_ADDRESS_SPACE>) {
  wave.hardware_constraint threads_per_wave 32
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %3 = wave.read %b : !wave.memory<[N = 32, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
  %4 = wave.mma %2, %3, %0 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// A row of the accumulator lies in four lanes of one warp, which reduce it.
// SAYS-NOT: remark
// CHECK-LABEL: wave.kernel @reduces
// CHECK: wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
// CHECK: wave.mma {{.*}} {mma_type = "F32_64x32x16_F16"}
wave.kernel @reduces(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 32], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %2 = wave.read %a : !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
  %3 = wave.read %b : !wave.memory<[N = 32, K = 32], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
  %4 = wave.mma %2, %3, %0 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
  %5 = wave.reduce sum %4 along N : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
  wave.write %5, %c : !wave.tile<[M], f32>, !wave.memory<[M = 64], f32>
}
