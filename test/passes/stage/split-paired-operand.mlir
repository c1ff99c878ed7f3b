// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-split-paired-operand --wave-allocate-accumulators --wave-verify-form=form=staged | FileCheck %s

// Each workgroup has half of the columns of the right operand, the one with the even rank the first half; the left one
// and the sum are its own.
// CHECK-LABEL: wave.kernel @rows
// CHECK: wave.allocate "a" : <1, [M = 128, K = 16], f16>
// CHECK: wave.allocate "b" : <1, [N = 32, K = 16], f16>
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 128" (%WORKGROUP_0)
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: wave.copy %a at [%[[AT_M]], %[[AT_K]]]
// CHECK: %[[AT_N:.*]] = wave.index "$0 * 64 + $1 % 2 * 32" (%WORKGROUP_1, %WORKGROUP_0)
// CHECK: wave.copy %b at [%[[AT_N]], %[[AT_K]]] to %{{.*}}, <1, [N = 32, K = 16], f16>
// CHECK: wave.view %{{.*}} : <1, [N = 32, K = 16], f16> -> <1, [N = 32, K = 16], f16>
// CHECK: wave.mma {{.*}}!wave.buffer<1, [N = 32, K = 16], f16>, <[M = 128, N = 64], f32>
wave.kernel @rows(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 64, K = 16], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 64], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg3 = %2) -> !wave.tile<[M = 128, N = 64], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    %n = wave.index "$0 * 64" (%WORKGROUP_1)
    wave.copy %b at [%n, %k] to %1 : <[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 64, K = 16], f16>
    %5 = wave.view %1 : <1, [N = 64, K = 16], f16> -> <1, [N = 64, K = 16], f16>
    %6 = wave.mma %4, %5, %arg3 {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 64, K = 16], f16>, <[M = 128, N = 64], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 64" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 64], f32>, <[M = 512, N = 256], f32>
}

// -----

// Stored with N behind K.
// CHECK-LABEL: wave.kernel @columns
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: %[[AT_N:.*]] = wave.index "$0 * 64 + $1 % 2 * 32" (%WORKGROUP_1, %WORKGROUP_0)
// CHECK: wave.copy %b at [%[[AT_K]], %[[AT_N]]] to %{{.*}}, <1, [K = 16, N = 32], f16>
// CHECK: wave.mma {{.*}}!wave.buffer<1, [K = 16, N = 32], f16>, <[M = 128, N = 64], f32>
wave.kernel @columns(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [K = 16, N = 64], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 64], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg3 = %2) -> !wave.tile<[M = 128, N = 64], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    %n = wave.index "$0 * 64" (%WORKGROUP_1)
    wave.copy %b at [%k, %n] to %1 : <[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE>, <1, [K = 16, N = 64], f16>
    %5 = wave.view %1 : <1, [K = 16, N = 64], f16> -> <1, [K = 16, N = 64], f16>
    %6 = wave.mma %4, %5, %arg3 {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [K = 16, N = 64], f16>, <[M = 128, N = 64], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 64" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 64], f32>, <[M = 512, N = 256], f32>
}

// -----

// Pairs are along the first dimension along which a cluster has several.
// CHECK-LABEL: wave.kernel @square
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: %[[AT_N:.*]] = wave.index "$0 * 64 + $1 % 2 * 32" (%WORKGROUP_1, %WORKGROUP_0)
// CHECK: wave.copy %b at [%[[AT_N]], %[[AT_K]]]
wave.kernel @square(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 4, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 64, K = 16], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 64], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg3 = %2) -> !wave.tile<[M = 128, N = 64], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    %n = wave.index "$0 * 64" (%WORKGROUP_1)
    wave.copy %b at [%n, %k] to %1 : <[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 64, K = 16], f16>
    %5 = wave.view %1 : <1, [N = 64, K = 16], f16> -> <1, [N = 64, K = 16], f16>
    %6 = wave.mma %4, %5, %arg3 {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 64, K = 16], f16>, <[M = 128, N = 64], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 64" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 64], f32>, <[M = 512, N = 256], f32>
}

// -----

// Each for itself.
// CHECK-LABEL: wave.kernel @apart
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: %[[AT_N:.*]] = wave.index "$0 * 64" (%WORKGROUP_1)
// CHECK: wave.copy %b at [%[[AT_N]], %[[AT_K]]]
wave.kernel @apart(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 64, K = 16], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 64], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg3 = %2) -> !wave.tile<[M = 128, N = 64], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    %n = wave.index "$0 * 64" (%WORKGROUP_1)
    wave.copy %b at [%n, %k] to %1 : <[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 64, K = 16], f16>
    %5 = wave.view %1 : <1, [N = 64, K = 16], f16> -> <1, [N = 64, K = 16], f16>
    %6 = wave.mma %4, %5, %arg3 {in_tensor_memory, mma_type = "F32_128x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 64, K = 16], f16>, <[M = 128, N = 64], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 64" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 64], f32>, <[M = 512, N = 256], f32>
}
