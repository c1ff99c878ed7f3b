// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-stage-channels,wave-build-schedule{buffers=3},wave-apply-schedule))' | FileCheck %s

// One wave makes the copies of a step, which are one channel; four compute. They release a step's slots
// when the products of the next step have begun.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: %[[A:.*]] = wave.allocate "a" : <3, [M = 64, K = 32], f16>
// CHECK-NEXT: %[[B:.*]] = wave.allocate "b" : <3, [N = 32, K = 32], f16>
// CHECK-NEXT: %[[AB:.*]] = wave.channel %[[A]], %[[B]] from ["load"] commits 1 to ["consumer"] releases 1 :
// CHECK-NEXT: wave.role "load" waves 1 {
// CHECK-NEXT: %WORKGROUP_0 = wave.workgroup_id 0
// CHECK-NEXT: %c4 = wave.index 4
// CHECK-NEXT: wave.iterate K at %K count %c4
// CHECK-NEXT: %[[AT_M:.*]] = wave.index "$0 * 64" (%WORKGROUP_0)
// CHECK-NEXT: %[[AT_K:.*]] = wave.index "$0 * 32" (%K)
// CHECK-NEXT: wave.acquire %[[AB]] number %K
// CHECK-NEXT: %[[SLOT:.*]] = wave.index "$0 % 3" (%K)
// CHECK-NEXT: wave.copy %a at [%[[AT_M]], %[[AT_K]]] to %[[A]] slot %[[SLOT]] {tag = "read_a"}
// CHECK-NEXT: %c0 = wave.index 0
// CHECK-NEXT: wave.copy %b at [%c0, %[[AT_K]]] to %[[B]] slot %[[SLOT]] {tag = "read_b"}
// CHECK-NEXT: wave.commit %[[AB]] number %K
// CHECK: wave.role "consumer" waves 4 {
// CHECK-NEXT: %WORKGROUP_0 = wave.workgroup_id 0
// CHECK-NEXT: %[[ZERO:.*]] = wave.register
// CHECK-NEXT: %c0 = wave.index 0
// CHECK-NEXT: wave.wait %[[AB]] number %c0
// CHECK-NEXT: wave.shared_read %[[A]] slot %c0
// CHECK-NEXT: wave.shared_read %[[B]] slot %c0
// CHECK-NEXT: %[[FIRST:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[ZERO]]
// CHECK-NEXT: %c3 = wave.index 3
// CHECK-NEXT: %[[SUM:.*]] = wave.iterate K at %K count %c3 iter_args(%[[X:.*]] = %[[FIRST]])
// CHECK-NEXT: %[[NUMBER:.*]] = wave.index "$0 + 1" (%K)
// CHECK-NEXT: wave.wait %[[AB]] number %[[NUMBER]]
// CHECK-NEXT: %[[SLOT2:.*]] = wave.index "($0 + 1) % 3" (%K)
// CHECK-NEXT: wave.shared_read %[[A]] slot %[[SLOT2]]
// CHECK-NEXT: wave.shared_read %[[B]] slot %[[SLOT2]]
// CHECK-NEXT: %[[NEXT:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[X]]
// CHECK-NEXT: wave.release %[[AB]] number %K
// CHECK-NEXT: wave.yield %[[NEXT]]
// CHECK: wave.release %[[AB]] number %c3
// CHECK-NEXT: wave.index "$0 * 64" (%WORKGROUP_0)
// CHECK-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
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
  %WORKGROUP_0 = wave.workgroup_id 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> {
    %m = wave.index "$0 * 64" (%WORKGROUP_0)
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%m, %k] to %0 {tag = "read_a"} : <[M = 128, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 64, K = 32], f16> -> <[M = 64, K = 32], f16>
    %c0 = wave.index 0
    wave.copy %b at [%c0, %k] to %1 {tag = "read_b"} : <[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [N = 32, K = 32], f16>
    %5 = wave.shared_read %1 {tag = "read_b"} : <1, [N = 32, K = 32], f16> -> <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x32_F16"} : <[M = 64, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  %m = wave.index "$0 * 64" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %3, %c at [%m, %c0] : <[M = 64, N = 32], f32>, <[M = 128, N = 32], f32>
}

// -----

// Slots go round across loops: the number of a use counts the steps of both. What is copied in
// the outer loop is a channel of its own.
// CHECK-LABEL: wave.kernel @nested
// CHECK: wave.role "load" waves 1 {
// CHECK-NEXT: %c2 = wave.index 2
// CHECK-NEXT: wave.iterate J at %J count %c2
// CHECK-NEXT: %[[AT_J:.*]] = wave.index "$0 * 8" (%J)
// CHECK-NEXT: %c0 = wave.index 0
// CHECK-NEXT: wave.acquire %{{.*}} number %J
// CHECK-NEXT: wave.index "$0 % 3" (%J)
// CHECK-NEXT: wave.copy %a
// CHECK-NEXT: wave.commit %{{.*}} number %J
// CHECK-NEXT: %[[STEPS:.*]] = wave.index "ceildiv(K, 16)"
// CHECK-NEXT: wave.iterate K at %K count %[[STEPS]]
// CHECK-NEXT: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK-NEXT: %[[NUMBER:.*]] = wave.index "$0 * ceildiv(K, 16) + $1" (%J, %K)
// CHECK-NEXT: wave.acquire %{{.*}} number %[[NUMBER]]
// CHECK-NEXT: %[[SLOT:.*]] = wave.index "($0 * ceildiv(K, 16) + $1) % 3" (%J, %K)
// CHECK-NEXT: wave.copy %b at [%[[AT_J]], %[[AT_K]]] to %{{.*}} slot %[[SLOT]]
// CHECK-NEXT: wave.commit %{{.*}} number %[[NUMBER]]
// CHECK: wave.role "consumer" waves 1 {
// CHECK: wave.iterate J at %J count %c2
// CHECK-NEXT: wave.index "$0 * 8" (%J)
// CHECK-NEXT: wave.index "$0 % 3" (%J)
// CHECK-NEXT: wave.wait %{{.*}} number %J
// CHECK: wave.release %{{.*}} number %J{{$}}
// CHECK-NEXT: %[[SOME:.*]] = wave.index "0 < K"
// CHECK-NEXT: wave.if %[[SOME]]
// CHECK-NEXT: %[[NUMBER2:.*]] = wave.index "$0 * ceildiv(K, 16)" (%J)
// CHECK-NEXT: wave.wait %{{.*}} number %[[NUMBER2]]
// CHECK: %[[STEPS2:.*]] = wave.index "ceildiv(K, 16) - 1"
// CHECK: wave.iterate K at %K count %[[STEPS2]]
// CHECK-NEXT: %[[NUMBER3:.*]] = wave.index "$0 * ceildiv(K, 16) + $1 + 1" (%J, %K)
// CHECK-NEXT: wave.wait %{{.*}} number %[[NUMBER3]]
// CHECK: %[[NUMBER4:.*]] = wave.index "$0 * ceildiv(K, 16) + $1" (%J, %K)
// CHECK: wave.release %{{.*}} number %[[NUMBER4]]{{$}}
// CHECK: %[[NUMBER5:.*]] = wave.index "$0 * ceildiv(K, 16) + ceildiv(K, 16) - 1" (%J)
// CHECK: wave.release %{{.*}} number %[[NUMBER5]]
wave.kernel @nested(%a: !wave.memory<[J = 16, M = 64], f32, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[J = 16, K = K], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[J = 16], f32>)
    bindings {J = 16, M = 64}
    grid [1, 1, 1] {
  wave.tiling_constraint J tile 8
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [J = 8, M = 64], f32>
  %1 = wave.allocate "b" : <1, [J = 8, K = 16], f32>
  %c2 = wave.index 2
  wave.iterate J at %J count %c2 {
    %j = wave.index "$0 * 8" (%J)
    %c0 = wave.index 0
    wave.copy %a at [%j, %c0] to %0 : <[J = 16, M = 64], f32, SHARED_ADDRESS_SPACE>, <1, [J = 8, M = 64], f32>
    %2 = wave.shared_read %0 : <1, [J = 8, M = 64], f32> -> <[J = 8, M = 64], f32>
    %3 = wave.reduce sum %2 along M : <[J = 8, M = 64], f32> -> <[J = 8], f32>
    %steps = wave.index "ceildiv(K, 16)"
    %4 = wave.iterate K at %K count %steps iter_args(%arg0 = %3) -> !wave.tile<[J = 8], f32> {
      %k = wave.index "$0 * 16" (%K)
      wave.copy %b at [%j, %k] to %1 : <[J = 16, K = K], f32, SHARED_ADDRESS_SPACE>, <1, [J = 8, K = 16], f32>
      %5 = wave.shared_read %1 : <1, [J = 8, K = 16], f32> -> <[J = 8, K = 16], f32>
      %6 = wave.reduce sum %5 init %arg0 along K : <[J = 8, K = 16], f32>, !wave.tile<[J = 8], f32> -> <[J = 8], f32>
      wave.yield %6 : !wave.tile<[J = 8], f32>
    }
    wave.write %4, %c at [%j] : <[J = 8], f32>, <[J = 16], f32>
    wave.yield
  }
}
