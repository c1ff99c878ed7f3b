// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-allocate-accumulators --wave-verify-form=form=staged | FileCheck %s

// A sum that two products add to, in two loops, is one ring; it is read where it is whole.  The
// left operand is computed: lanes write it into a ring, from which it is read in place.
// CHECK-LABEL: wave.kernel @chain
// CHECK-DAG: %[[SUM:.*]] = wave.allocate "sum" : <1, [M = 128, N = 16], f32 in tensor_memory>
// CHECK-DAG: %[[LHS:.*]] = wave.allocate "lhs" : <1, [M = 128, K = 16], f16>
// CHECK: wave.iterate K at %K count %c2 iter_args
// CHECK: %[[EXP:.*]] = wave.unary exp2
// CHECK-NEXT: wave.shared_write %[[EXP]], %[[LHS]] :
// CHECK-NEXT: %[[HERE:.*]] = wave.view %[[LHS]] :
// CHECK-NEXT: wave.mma %[[HERE]]
// CHECK: }
// CHECK: %[[WHOLE:.*]] = wave.mma
// CHECK-NEXT: wave.shared_write %[[WHOLE]], %[[SUM]] in_place :
// CHECK-NEXT: %[[READ:.*]] = wave.shared_read %[[SUM]] :
// CHECK-NEXT: wave.write %[[READ]], %c
wave.kernel @chain(%a: !wave.memory<[M = 128, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 32], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 16], f32>, %d: !wave.memory<[M = 128, J = 16], f16, SHARED_ADDRESS_SPACE>, %e: !wave.memory<[N = 16, J = 16], f16, SHARED_ADDRESS_SPACE>) bindings {J = 16, K = 32, M = 128, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 16, K = 16], f16>
  %2 = wave.allocate "d" : <1, [M = 128, J = 16], f16>
  %3 = wave.allocate "e" : <1, [N = 16, J = 16], f16>
  %4 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 16], f32>
  %c2 = wave.index 2
  %5 = wave.iterate K at %K count %c2 iter_args(%arg3 = %4) -> !wave.tile<[M = 128, N = 16], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%c0, %k] to %0 : <[M = 128, K = 32], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %10 = wave.shared_read %0 : <1, [M = 128, K = 16], f16> -> <[M = 128, K = 16], f16>
    wave.copy %b at [%c0, %k] to %1 : <[N = 16, K = 32], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, K = 16], f16>
    %11 = wave.view %1 : <1, [N = 16, K = 16], f16> -> <1, [N = 16, K = 16], f16>
    %12 = wave.unary exp2 %10 : <[M = 128, K = 16], f16> -> <[M = 128, K = 16], f16>
    %13 = wave.mma %12, %11, %arg3 {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : <[M = 128, K = 16], f16>, !wave.buffer<1, [N = 16, K = 16], f16>, <[M = 128, N = 16], f32>
    wave.yield %13 : !wave.tile<[M = 128, N = 16], f32>
  }
  %c0 = wave.index 0
  wave.copy %d at [%c0, %c0] to %2 : <[M = 128, J = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, J = 16], f16>
  %6 = wave.view %2 : <1, [M = 128, J = 16], f16> -> <1, [M = 128, J = 16], f16>
  wave.copy %e at [%c0, %c0] to %3 : <[N = 16, J = 16], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, J = 16], f16>
  %7 = wave.view %3 : <1, [N = 16, J = 16], f16> -> <1, [N = 16, J = 16], f16>
  %8 = wave.mma %6, %7, %5 {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : !wave.buffer<1, [M = 128, J = 16], f16>, !wave.buffer<1, [N = 16, J = 16], f16>, <[M = 128, N = 16], f32>
  wave.write %8, %c at [%c0, %c0] : <[M = 128, N = 16], f32>, <[M = 128, N = 16], f32>
}

// -----

// Where loops may have no step, the read says whether an MMA has added anything: by their counts, or
// by what a loop carries, where the counts differ from step to step.
// CHECK-LABEL: wave.kernel @counted
// CHECK: %[[COUNT:[0-9]+]] = wave.index "ceildiv(K, 16)"
// CHECK: wave.iterate K at %K count %[[COUNT]]
// CHECK: wave.shared_read %{{.*}} accumulated %[[COUNT]] :
wave.kernel @counted(%a: !wave.memory<[M = 128, K = K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 16], f32>) bindings {M = 128, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 16, K = 16], f16>
  %4 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 16], f32>
  %count = wave.index "ceildiv(K, 16)"
  %5 = wave.iterate K at %K count %count iter_args(%arg3 = %4) -> !wave.tile<[M = 128, N = 16], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%c0, %k] to %0 : <[M = 128, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %10 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    wave.copy %b at [%c0, %k] to %1 : <[N = 16, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, K = 16], f16>
    %11 = wave.view %1 : <1, [N = 16, K = 16], f16> -> <1, [N = 16, K = 16], f16>
    %13 = wave.mma %10, %11, %arg3 {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 16, K = 16], f16>, <[M = 128, N = 16], f32>
    wave.yield %13 : !wave.tile<[M = 128, N = 16], f32>
  }
  %c0 = wave.index 0
  wave.write %5, %c at [%c0, %c0] : <[M = 128, N = 16], f32>, <[M = 128, N = 16], f32>
}

// -----

// CHECK-LABEL: wave.kernel @ragged
// CHECK: %[[NONE:.*]] = wave.index 0
// CHECK: %[[LOOP:.*]]:2 = wave.iterate J at %J count %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[BEFORE:[a-z0-9]+]] = %[[NONE]])
// CHECK: %[[END:.*]] = wave.read_index
// CHECK: wave.iterate K end %[[END]] at %K
// CHECK: %[[NOW:.*]] = wave.index "Max(
// CHECK: wave.yield %{{.*}}, %[[NOW]]
// CHECK: wave.shared_read %{{.*}} accumulated %[[LOOP]]#1 :
wave.kernel @ragged(%a: !wave.memory<[M = 128, K = K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 16], f32>, %ends: !wave.memory<[J = 3], i32>) bindings {J = 3, M = 128, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.tiling_constraint J tile 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 16, K = 16], f16>
  %4 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 16], f32>
  %c3 = wave.index 3
  %6 = wave.iterate J at %J count %c3 iter_args(%arg4 = %4) -> !wave.tile<[M = 128, N = 16], f32> {
    %end = wave.read_index %ends [%J] : <[J = 3], i32>
    %count = wave.index "Max(ceildiv(Min($0, K), 16), 0)" (%end)
    %5 = wave.iterate K end %end at %K count %count iter_args(%arg3 = %arg4) -> !wave.tile<[M = 128, N = 16], f32> {
      %c0 = wave.index 0
      %k = wave.index "$0 * 16" (%K)
      wave.copy %a at [%c0, %k] to %0 : <[M = 128, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
      %10 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
      wave.copy %b at [%c0, %k] to %1 : <[N = 16, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, K = 16], f16>
      %11 = wave.view %1 : <1, [N = 16, K = 16], f16> -> <1, [N = 16, K = 16], f16>
      %13 = wave.mma %10, %11, %arg3 {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 16, K = 16], f16>, <[M = 128, N = 16], f32>
      wave.yield %13 : !wave.tile<[M = 128, N = 16], f32>
    }
    wave.yield %5 : !wave.tile<[M = 128, N = 16], f32>
  }
  %c0 = wave.index 0
  wave.write %6, %c at [%c0, %c0] : <[M = 128, N = 16], f32>, <[M = 128, N = 16], f32>
}
