// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-build-schedule{scheduling=prefetch},wave-apply-schedule))' | FileCheck %s
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-build-schedule{scheduling=prefetch buffers=2},wave-apply-schedule))' | FileCheck %s --check-prefix=TWO
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-build-schedule{chip=gfx942},wave-apply-schedule))' | FileCheck %s --check-prefix=NONE

// The loads of the next step run before this one is computed, and are awaited behind it.  One
// buffer is enough: it is written again behind the read.  What is not staged waits in registers.
// CHECK-LABEL: wave.kernel @known
// CHECK: %[[RING:.*]] = wave.allocate "a" : <1, [M = 32, K = 16], f16>
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK: %[[A0:.*]] = wave.read %a at [%[[AT_M]], %c0]
// CHECK-NEXT: %[[B0:.*]] = wave.read %b at [%c0, %c0]
// CHECK-NEXT: wave.shared_write %[[A0]], %[[RING]]
// CHECK-NEXT: %c3 = wave.index 3
// CHECK-NEXT: %[[SUM:.*]]:2 = wave.iterate K at %K count %c3 iter_args(%[[X:.*]] = %{{.*}}, %[[B:.*]] = %[[B0]]) {{.*}} attributes {stages = 2 : i64} {
// CHECK-NEXT: %[[AT_M2:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK-NEXT: %[[AT_K:.*]] = wave.index "$0 * 16 + 16" (%K)
// CHECK-NEXT: %[[A1:.*]] = wave.read %a at [%[[AT_M2]], %[[AT_K]]] {tag = "read_a"}
// CHECK-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
// CHECK-NEXT: %[[B1:.*]] = wave.read %b at [%c0{{(_[0-9]+)?}}, %[[AT_K]]]
// CHECK-NEXT: %[[A:.*]] = wave.shared_read %[[RING]] {tag = "read_a"}
// CHECK-NEXT: %[[NEW:.*]] = wave.mma %[[A]], %[[B]], %[[X]]
// CHECK-NEXT: wave.shared_write %[[A1]], %[[RING]] {tag = "read_a"}
// CHECK-NEXT: wave.yield %[[NEW]], %[[B1]]
// CHECK: %[[AN:.*]] = wave.shared_read %[[RING]]
// CHECK-NEXT: %[[ALL:.*]] = wave.mma %[[AN]], %[[SUM]]#1, %[[SUM]]#0
// CHECK-NEXT: wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
// CHECK-NEXT: wave.write %[[ALL]]
// TWO-LABEL: wave.kernel @known
// TWO: wave.allocate "a" : <2,
// TWO: wave.shared_write %{{.*}}, %{{.*}} slot %c0
// TWO: %[[SLOT:.*]] = wave.index "$0 % 2" (%K)
// TWO: wave.shared_read %{{.*}} slot %[[SLOT]]
// TWO: %[[SLOT2:.*]] = wave.index "($0 + 1) % 2" (%K)
// TWO: wave.shared_write %{{.*}}, %{{.*}} slot %[[SLOT2]]
// TWO: wave.shared_read %{{.*}} slot %c1
// NONE-LABEL: wave.kernel @known
// NONE-NOT: stages
wave.kernel @known(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 64], f16>, %c: !wave.memory<[M = 64, N = 16], f32>)
    bindings {K = 64, M = 64, N = 16}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 32, K = 16], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 16], f32>
  %c4 = wave.index 4
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32, N = 16], f32> {
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    wave.shared_write %3, %0 {tag = "read_a"} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %c0 = wave.index 0
    %5 = wave.read %b at [%c0, %k] : <[N = 16, K = 64], f16> -> <[N = 16, K = 16], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 32, N = 16], f32>
    wave.yield %6 : !wave.tile<[M = 32, N = 16], f32>
  }
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %2, %c at [%m, %c0] : <[M = 32, N = 16], f32>, <[M = 64, N = 16], f32>
}

// -----

// Steps that are counted at the launch: pipelined where there are enough.
// CHECK-LABEL: wave.kernel @open
// CHECK: %[[ZERO:.*]] = wave.register
// CHECK: %[[SOME:.*]] = wave.index "0 < K"
// CHECK: %[[ALL:.*]] = wave.if %[[SOME]] -> (!wave.tile<[M = 32, N = 16], f32>) {
// CHECK: %[[STEPS:.*]] = wave.index "ceildiv(K, 16) - 1"
// CHECK: wave.iterate K at %K count %[[STEPS]] {{.*}} attributes {stages = 2 : i64}
// CHECK: } else {
// CHECK-NEXT: wave.yield %[[ZERO]]
// CHECK: wave.write %[[ALL]]
wave.kernel @open(%a: !wave.memory<[M = 64, K = K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = K], f16>, %c: !wave.memory<[M = 64, N = 16], f32>)
    bindings {M = 64, N = 16}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 32, K = 16], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 16], f32>
  %steps = wave.index "ceildiv(K, 16)"
  %2 = wave.iterate K at %K count %steps iter_args(%arg0 = %1) -> !wave.tile<[M = 32, N = 16], f32> {
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = K], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    wave.shared_write %3, %0 {tag = "read_a"} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %c0 = wave.index 0
    %5 = wave.read %b at [%c0, %k] : <[N = 16, K = K], f16> -> <[N = 16, K = 16], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 32, N = 16], f32>
    wave.yield %6 : !wave.tile<[M = 32, N = 16], f32>
  }
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %2, %c at [%m, %c0] : <[M = 32, N = 16], f32>, <[M = 64, N = 16], f32>
}

// -----

// A copy of a debug_log has the step that it works on, and the number of the call.
// CHECK-LABEL: wave.kernel @logs
// CHECK: wave.iterate
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 4" (%K)
// CHECK: wave.debug_log %{{.*}} "row" at [%c0{{(_[0-9]+)?}}, %[[AT_K]]] site 0 steps [%K]
// CHECK: wave.yield
// CHECK: wave.debug_log %{{.*}} "row" at [%c0, %c4] site 0 steps [%c1]
wave.kernel @logs(%a: !wave.memory<[M = 8, K = 8], f32>, %c: !wave.memory<[M = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 8], f32>
  %c2 = wave.index 2
  %1 = wave.iterate K at %K count %c2 iter_args(%arg0 = %0) -> !wave.tile<[M = 8], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 4" (%K)
    %2 = wave.read %a at [%c0, %k] : <[M = 8, K = 8], f32> -> <[M = 8, K = 4], f32>
    wave.debug_log %2 "row" at [%c0, %k] site 0 steps [%K] : !wave.tile<[M = 8, K = 4], f32>
    %3 = wave.reduce sum %2 init %arg0 along K : <[M = 8, K = 4], f32>, !wave.tile<[M = 8], f32> -> <[M = 8], f32>
    wave.yield %3 : !wave.tile<[M = 8], f32>
  }
  %c0 = wave.index 0
  wave.write %1, %c at [%c0] : <[M = 8], f32>, <[M = 8], f32>
}
