// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-stage-reads,wave-verify-form{form=staged}))' | FileCheck %s

// A read of a SHARED memory goes through a ring, with its tag; any other stays.
// CHECK-LABEL: wave.kernel @staged
// CHECK: %[[RING:.*]] = wave.allocate "a" : <1, [M = 32, K = 16], f16>
// CHECK: %[[GLOBAL:.*]] = wave.read %a at ["WORKGROUP_0 * 32", "$K * 16"] {tag = "read_a"}
// CHECK-NEXT: wave.shared_write %[[GLOBAL]], %[[RING]] {tag = "read_a"}
// CHECK-NEXT: %[[A:.*]] = wave.shared_read %[[RING]] {tag = "read_a"}
// CHECK-NEXT: %[[B:.*]] = wave.read %b
// CHECK-NEXT: wave.mma %[[A]], %[[B]]
wave.kernel @staged(%a: !wave.memory<[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 40], f16>, %c: !wave.memory<[M = 64, N = 16], f32>) bindings {K = 40, M = 64, N = 16} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 32, N = 16], f32>
  %1 = wave.iterate K count 3 iter_args(%x = %0) -> !wave.tile<[M = 32, N = 16], f32> {
    %2 = wave.read %a at ["WORKGROUP_0 * 32", "$K * 16"] {tag = "read_a"} : <[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    %3 = wave.read %b at [0, "$K * 16"] : <[N = 16, K = 40], f16> -> <[N = 16, K = 16], f16>
    %4 = wave.mma %2, %3, %x {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 32, N = 16], f32>
    wave.yield %4 : !wave.tile<[M = 32, N = 16], f32>
  }
  wave.write %1, %c at ["WORKGROUP_0 * 32", 0] : <[M = 32, N = 16], f32>, <[M = 64, N = 16], f32>
}

// -----

// What is added to the part of K beyond the memory would be added to the product: it is
// masked.  Zeros need no mask, nor does a K that steps divide.
// CHECK-LABEL: wave.kernel @masked
// CHECK: %[[ONE:.*]] = wave.add
// CHECK: %[[A:.*]] = wave.mask %[[ONE]] [K] at ["$K * 16"] fill 0.000000e+00 : f16
// CHECK-NEXT: wave.mma %[[A]], %{{[0-9]+}},
wave.kernel @masked(%a: !wave.memory<[M = 16, K = 40], f16>, %b: !wave.memory<[N = 16, K = 40], f16>, %c: !wave.memory<[M = 16, N = 16], f32>) bindings {K = 40, M = 16, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 16, N = 16], f32>
  %1 = wave.iterate K count 3 iter_args(%x = %0) -> !wave.tile<[M = 16, N = 16], f32> {
    %2 = wave.read %a at [0, "$K * 16"] : <[M = 16, K = 40], f16> -> <[M = 16, K = 16], f16>
    %one = wave.register 1.0 : f16 : <[M = 16, K = 16], f16>
    %more = wave.add %2, %one : <[M = 16, K = 16], f16>, <[M = 16, K = 16], f16> -> <[M = 16, K = 16], f16>
    %3 = wave.read %b at [0, "$K * 16"] : <[N = 16, K = 40], f16> -> <[N = 16, K = 16], f16>
    %4 = wave.mma %more, %3, %x {mma_type = "F32_16x16x16_F16"} : <[M = 16, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 16, N = 16], f32>
    wave.yield %4 : !wave.tile<[M = 16, N = 16], f32>
  }
  wave.write %1, %c at [0, 0] : <[M = 16, N = 16], f32>, <[M = 16, N = 16], f32>
}

// -----

// Calls of debug_log have numbers, and the steps of the loops around.
// CHECK-LABEL: wave.kernel @logs
// CHECK: wave.debug_log %{{.*}} "row" at [0, "$K * 4"] site 0 steps ["$K"] {tag = "log"}
// CHECK: wave.debug_log %{{.*}} "all" at [0] site 1 steps [] {coordinates = {M = #wave.expr<3>}}
wave.kernel @logs(%a: !wave.memory<[M = 8, K = 8], f32>, %c: !wave.memory<[M = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 8], f32>
  %1 = wave.iterate K count 2 iter_args(%arg0 = %0) -> !wave.tile<[M = 8], f32> {
    %2 = wave.read %a at [0, "$K * 4"] : <[M = 8, K = 8], f32> -> <[M = 8, K = 4], f32>
    wave.debug_log %2 "row" at [0, "$K * 4"] {tag = "log"} : !wave.tile<[M = 8, K = 4], f32>
    %3 = wave.reduce sum %2 init %arg0 along K : <[M = 8, K = 4], f32>, !wave.tile<[M = 8], f32> -> <[M = 8], f32>
    wave.yield %3 : !wave.tile<[M = 8], f32>
  }
  wave.debug_log %1 "all" at [0] {coordinates = {M = #wave.expr<3>}} : !wave.tile<[M = 8], f32>
  wave.write %1, %c at [0] : <[M = 8], f32>, <[M = 8], f32>
}
