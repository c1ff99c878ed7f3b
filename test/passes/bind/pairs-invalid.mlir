// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a product cannot be that of a pair which names one.
//
// RUN: not wave-opt %s --split-input-file --wave-resolve-hardware=chip=sm_100a 2>&1 > /dev/null | grep -oE 'error: .*|help: .*' | FileCheck %s

// CHECK: error: mma: F32_256x64x16_F16 reads operands from shared memory by descriptor: no workgroups run together: set workgroups_per_cluster [not-by-descriptor]
// CHECK-NEXT: help: set threads_per_wave to 32, and leave mma_type out
wave.kernel @alone(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 1, 1, 1>, mma_type = "F32_256x64x16_F16"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK: error: mma: F32_256x64x16_F16 reads operands from shared memory by descriptor: a pair differs along dimension 0 of the grid, along which a cluster has 4 workgroups, not 2 [not-by-descriptor]
// CHECK-NEXT: help: set threads_per_wave to 32, and leave mma_type out
wave.kernel @four(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 4, 1, 1>, mma_type = "F32_256x64x16_F16"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK: error: mma: F32_256x64x16_F16 reads operands from shared memory by descriptor: it computes all columns of the tile, which has 128 of N [not-by-descriptor]
// CHECK-NEXT: help: set threads_per_wave to 32, and leave mma_type out
wave.kernel @wide(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>, mma_type = "F32_256x64x16_F16"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK: error: mma: F32_256x64x16_F16 takes 128 elements of M, which do not divide the tile of 64 [mma-tile]
// CHECK-NEXT: help: make the tile of M a multiple of 128, or leave mma_type out
wave.kernel @rows(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>, mma_type = "F32_256x64x16_F16"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK: error: mma: F32_128x64x16_F16_PAIR reads operands from shared memory by descriptor: it computes all columns of the tile, which has 128 of N [not-by-descriptor]
// CHECK-NEXT: help: set threads_per_wave to 32, and leave mma_type out
wave.kernel @wide_64(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>, mma_type = "F32_128x64x16_F16_PAIR"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK: error: mma: F32_128x64x16_F16_PAIR reads operands from shared memory by descriptor: lanes load half of the columns of a row each where a workgroup has 64 rows in it, and waves share out N [not-by-descriptor]
// CHECK-NEXT: help: set threads_per_wave to 32, and leave mma_type out
wave.kernel @waves(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.wave_constraint N tile 32
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>, mma_type = "F32_128x64x16_F16_PAIR"}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}
