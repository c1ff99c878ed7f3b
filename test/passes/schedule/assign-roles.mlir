// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-assign-roles{buffers=3}))' | FileCheck %s

// One wave makes the copies of a step, which are one channel; four compute. They release a step's slots
// when the products of the next step have begun.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: %[[A:.*]] = wave.allocate "a" : <3, [M = 64, K = 32], f16>
// CHECK-NEXT: %[[B:.*]] = wave.allocate "b" : <3, [N = 32, K = 32], f16>
// CHECK-NEXT: wave.role "copy" waves 1 {
// CHECK-NEXT: wave.iterate K count 4
// CHECK-NEXT: wave.acquire %[[A]], %[[B]] number "$K"
// CHECK-NEXT: wave.copy %a at ["WORKGROUP_0 * 64", "$K * 32"] to %[[A]] slot "$K % 3" {tag = "read_a"}
// CHECK-NEXT: wave.copy %b at [0, "$K * 32"] to %[[B]] slot "$K % 3" {tag = "read_b"}
// CHECK-NEXT: wave.commit %[[A]], %[[B]] number "$K"
// CHECK: wave.role "compute" waves 4 {
// CHECK-NEXT: %[[ZERO:.*]] = wave.register
// CHECK-NEXT: wave.await %[[A]], %[[B]] number 0
// CHECK-NEXT: wave.shared_read %[[A]] slot 0
// CHECK-NEXT: wave.shared_read %[[B]] slot 0
// CHECK-NEXT: %[[FIRST:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[ZERO]]
// CHECK-NEXT: %[[SUM:.*]] = wave.iterate K count 3 iter_args(%[[X:.*]] = %[[FIRST]])
// CHECK-NEXT: wave.await %[[A]], %[[B]] number "$K + 1"
// CHECK-NEXT: wave.shared_read %[[A]] slot "($K + 1) % 3"
// CHECK-NEXT: wave.shared_read %[[B]] slot "($K + 1) % 3"
// CHECK-NEXT: %[[NEXT:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[X]]
// CHECK-NEXT: wave.release %[[A]], %[[B]] number "$K"
// CHECK-NEXT: wave.yield %[[NEXT]]
// CHECK: wave.release %[[A]], %[[B]] number 3
// CHECK-NEXT: wave.write %[[SUM]], %c
wave.kernel @gemm(%a: !wave.memory<[M = 128, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 32], f32>)
    bindings {K = 128, M = 128, N = 32}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 32
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %1 = wave.allocate "b" : <1, [N = 32, K = 32], f16>
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %3 = wave.iterate K count 4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> {
    wave.copy %a at ["WORKGROUP_0 * 64", "$K * 32"] to %0 {tag = "read_a"} : <[M = 128, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 64, K = 32], f16> -> <[M = 64, K = 32], f16>
    wave.copy %b at [0, "$K * 32"] to %1 {tag = "read_b"} : <[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [N = 32, K = 32], f16>
    %5 = wave.shared_read %1 {tag = "read_b"} : <1, [N = 32, K = 32], f16> -> <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x32_F16"} : <[M = 64, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  wave.write %3, %c at ["WORKGROUP_0 * 64", 0] : <[M = 64, N = 32], f32>, <[M = 128, N = 32], f32>
}

// -----

// Slots go round across loops: the number of a use counts the steps of both. What is copied in
// the outer loop is a channel of its own.
// CHECK-LABEL: wave.kernel @nested
// CHECK: wave.role "copy" waves 1 {
// CHECK-NEXT: wave.iterate J count 2
// CHECK-NEXT: wave.acquire %{{.*}} number "$J"
// CHECK-NEXT: wave.copy %a
// CHECK-NEXT: wave.commit %{{.*}} number "$J"
// CHECK-NEXT: wave.iterate K count "ceildiv(K, 16)"
// CHECK-NEXT: wave.acquire %{{.*}} number "$J * ceildiv(K, 16) + $K"
// CHECK-NEXT: wave.copy %b at ["$J * 8", "$K * 16"] to %{{.*}} slot "($J * ceildiv(K, 16) + $K) % 3"
// CHECK-NEXT: wave.commit %{{.*}} number "$J * ceildiv(K, 16) + $K"
// CHECK: wave.role "compute" waves 1 {
// CHECK: wave.iterate J count 2
// CHECK-NEXT: wave.await %{{.*}} number "$J"
// CHECK: wave.release %{{.*}} number "$J" :
// CHECK-NEXT: wave.if "0 < K"
// CHECK-NEXT: wave.await %{{.*}} number "$J * ceildiv(K, 16)"
// CHECK: wave.iterate K count "ceildiv(K, 16) - 1"
// CHECK-NEXT: wave.await %{{.*}} number "$J * ceildiv(K, 16) + $K + 1"
// CHECK: wave.release %{{.*}} number "$J * ceildiv(K, 16) + $K" :
// CHECK: wave.release %{{.*}} number "$J * ceildiv(K, 16) + ceildiv(K, 16) - 1"
wave.kernel @nested(%a: !wave.memory<[J = 16, M = 64], f32, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[J = 16, K = K], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[J = 16], f32>)
    bindings {J = 16, M = 64}
    grid [1, 1, 1] {
  wave.tiling_constraint J tile 8
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [J = 8, M = 64], f32>
  %1 = wave.allocate "b" : <1, [J = 8, K = 16], f32>
  wave.iterate J count 2 {
    wave.copy %a at ["$J * 8", 0] to %0 : <[J = 16, M = 64], f32, SHARED_ADDRESS_SPACE>, <1, [J = 8, M = 64], f32>
    %2 = wave.shared_read %0 : <1, [J = 8, M = 64], f32> -> <[J = 8, M = 64], f32>
    %3 = wave.reduce sum %2 along M : <[J = 8, M = 64], f32> -> <[J = 8], f32>
    %4 = wave.iterate K count "ceildiv(K, 16)" iter_args(%arg0 = %3) -> !wave.tile<[J = 8], f32> {
      wave.copy %b at ["$J * 8", "$K * 16"] to %1 : <[J = 16, K = K], f32, SHARED_ADDRESS_SPACE>, <1, [J = 8, K = 16], f32>
      %5 = wave.shared_read %1 : <1, [J = 8, K = 16], f32> -> <[J = 8, K = 16], f32>
      %6 = wave.reduce sum %5 init %arg0 along K : <[J = 8, K = 16], f32>, !wave.tile<[J = 8], f32> -> <[J = 8], f32>
      wave.yield %6 : !wave.tile<[J = 8], f32>
    }
    wave.write %4, %c at ["$J * 8"] : <[J = 8], f32>, <[J = 16], f32>
    wave.yield
  }
}
