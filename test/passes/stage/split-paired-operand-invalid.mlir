// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not wave-opt %s --split-input-file --wave-split-paired-operand 2>&1 > /dev/null | grep -oE 'error: .*|help: .*' | FileCheck %s

// CHECK: error: mma: F32_256x64x16_F16 is an MMA of a CTA pair, in which each workgroup has half of rhs in shared memory, and clusters have no pairs [not-by-descriptor]
// CHECK-NEXT: help: read rhs from a SHARED memory, in clusters of 2, or leave mma_type out
wave.kernel @four(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 4, 1, 1>}
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

// CHECK: error: mma: F32_256x64x16_F16 is an MMA of a CTA pair, in which each workgroup has half of rhs in shared memory, and rhs is not there for such MMAs alone [not-by-descriptor]
// CHECK-NEXT: help: read rhs from a SHARED memory, in clusters of 2, or leave mma_type out
wave.kernel @held(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) bindings {K = 64, M = 512, N = 256} grid [4, 4, 1] {
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
    %5 = wave.shared_read %1 : <1, [N = 64, K = 16], f16> -> <[N = 64, K = 16], f16>
    %6 = wave.mma %4, %5, %arg3 {in_tensor_memory, mma_type = "F32_256x64x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, <[N = 64, K = 16], f16>, <[M = 128, N = 64], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 64" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 64], f32>, <[M = 512, N = 256], f32>
}
