// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-stage-reads,wave-verify-form{form=staged}))' | FileCheck %s

// A read of a SHARED memory goes through a ring, with its tag; any other stays.
// CHECK-LABEL: wave.kernel @staged
// CHECK: %[[RING:.*]] = wave.allocate "a" : <1, [M = 32, K = 16], f16>
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: %[[GLOBAL:.*]] = wave.read %a at [%[[AT_M]], %[[AT_K]]] {tag = "read_a"}
// CHECK-NEXT: wave.shared_write %[[GLOBAL]], %[[RING]] {tag = "read_a"}
// CHECK-NEXT: %[[A:.*]] = wave.shared_read %[[RING]] {tag = "read_a"}
// CHECK-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
// CHECK-NEXT: %[[B:.*]] = wave.read %b
// CHECK-NEXT: wave.mma %[[A]], %[[B]]
wave.kernel @staged(%a: !wave.memory<[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 40], f16>, %c: !wave.memory<[M = 64, N = 16], f32>) bindings {K = 40, M = 64, N = 16} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.register 0.0 : f32 : <[M = 32, N = 16], f32>
  %c3 = wave.index 3
  %1 = wave.iterate K at %K count %c3 iter_args(%x = %0) -> !wave.tile<[M = 32, N = 16], f32> {
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    %2 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    %c0 = wave.index 0
    %3 = wave.read %b at [%c0, %k] : <[N = 16, K = 40], f16> -> <[N = 16, K = 16], f16>
    %4 = wave.mma %2, %3, %x {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 32, N = 16], f32>
    wave.yield %4 : !wave.tile<[M = 32, N = 16], f32>
  }
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %1, %c at [%m, %c0] : <[M = 32, N = 16], f32>, <[M = 64, N = 16], f32>
}

// -----

// What is added to the part of K beyond the memory would be added to the product: it is
// masked.  Zeros need no mask, nor does a K that steps divide.
// CHECK-LABEL: wave.kernel @masked
// CHECK: %[[AT:.*]] = wave.index "$0 * 16" (%K)
// CHECK: %[[ONE:.*]] = wave.add
// CHECK: %[[A:.*]] = wave.mask %[[ONE]] [K] at [%[[AT]]] fill 0.000000e+00 : f16
// CHECK-NEXT: wave.mma %[[A]], %{{[0-9]+}},
wave.kernel @masked(%a: !wave.memory<[M = 16, K = 40], f16>, %b: !wave.memory<[N = 16, K = 40], f16>, %c: !wave.memory<[M = 16, N = 16], f32>) bindings {K = 40, M = 16, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 16, N = 16], f32>
  %c3 = wave.index 3
  %1 = wave.iterate K at %K count %c3 iter_args(%x = %0) -> !wave.tile<[M = 16, N = 16], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 16" (%K)
    %2 = wave.read %a at [%c0, %k] : <[M = 16, K = 40], f16> -> <[M = 16, K = 16], f16>
    %one = wave.register 1.0 : f16 : <[M = 16, K = 16], f16>
    %more = wave.add %2, %one : <[M = 16, K = 16], f16>, <[M = 16, K = 16], f16> -> <[M = 16, K = 16], f16>
    %3 = wave.read %b at [%c0, %k] : <[N = 16, K = 40], f16> -> <[N = 16, K = 16], f16>
    %4 = wave.mma %more, %3, %x {mma_type = "F32_16x16x16_F16"} : <[M = 16, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 16, N = 16], f32>
    wave.yield %4 : !wave.tile<[M = 16, N = 16], f32>
  }
  %c0 = wave.index 0
  wave.write %1, %c at [%c0, %c0] : <[M = 16, N = 16], f32>, <[M = 16, N = 16], f32>
}

// -----

// Calls of debug_log have numbers, and the steps of the loops around.
// CHECK-LABEL: wave.kernel @logs
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 4" (%K)
// CHECK: wave.debug_log %{{.*}} "row" at [%c0{{(_[0-9]+)?}}, %[[AT_K]]] site 0 steps [%K] {tag = "log"}
// CHECK: wave.debug_log %{{.*}} "all" at [%c0] site 1 steps [] {coordinates = {M = #wave.expr<3>}}
wave.kernel @logs(%a: !wave.memory<[M = 8, K = 8], f32>, %c: !wave.memory<[M = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 8], f32>
  %c2 = wave.index 2
  %1 = wave.iterate K at %K count %c2 iter_args(%arg0 = %0) -> !wave.tile<[M = 8], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 4" (%K)
    %2 = wave.read %a at [%c0, %k] : <[M = 8, K = 8], f32> -> <[M = 8, K = 4], f32>
    wave.debug_log %2 "row" at [%c0, %k] {tag = "log"} : !wave.tile<[M = 8, K = 4], f32>
    %3 = wave.reduce sum %2 init %arg0 along K : <[M = 8, K = 4], f32>, !wave.tile<[M = 8], f32> -> <[M = 8], f32>
    wave.yield %3 : !wave.tile<[M = 8], f32>
  }
  %c0 = wave.index 0
  wave.debug_log %1 "all" at [%c0] {coordinates = {M = #wave.expr<3>}} : !wave.tile<[M = 8], f32>
  wave.write %1, %c at [%c0] : <[M = 8], f32>, <[M = 8], f32>
}
