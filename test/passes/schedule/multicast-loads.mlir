// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-stage-channels=only-by-descriptor=true --wave-build-schedule='buffers=2 chip=sm_90a' --wave-apply-schedule --wave-multicast-loads --wave-verify-form=form=scheduled 2> %t.says | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t.says

// What does not depend on a workgroup's place along a dimension is shared along it; slots go back to all who bring parts.
// CHECK-LABEL: wave.kernel @square
// CHECK: %[[AB:.*]] = wave.channel %{{.*}}, %{{.*}} from ["load"] commits 1 to ["consumer"] releases 3 scope cluster :
// CHECK: wave.acquire %[[AB]] number %K
// CHECK: wave.copy %a {{.*}} {multicast_along = array<i64: 1>, tag = "read_a"}
// CHECK-NEXT: wave.index "$0 * 256" (%WORKGROUP_1)
// CHECK-NEXT: wave.copy %b {{.*}} {multicast_along = array<i64: 0>, tag = "read_b"}
// CHECK-NEXT: wave.commit %[[AB]] number %K
// CHECK: wave.wait %[[AB]] number %c0
// CHECK: wave.release %[[AB]] number %K
// CHECK: wave.release %[[AB]] number %c15
wave.kernel @square(%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 1024, N = 1024], f32>) bindings {K = 1024, M = 1024, N = 1024} grid [8, 4, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 256 dim 1
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>, workgroups_per_cluster = array<i64: 2, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 256, K = 64], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %WORKGROUP_1 = wave.workgroup_id 1
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 256], f32>
  %c16 = wave.index 16
  %3 = wave.iterate K at %K count %c16 iter_args(%arg0 = %2) -> !wave.tile<[M = 128, N = 256], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 64" (%K)
    wave.copy %a at [%m, %k] to %0 {tag = "read_a"} : <[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 64], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 64], f16> -> <1, [M = 128, K = 64], f16>
    %n = wave.index "$0 * 256" (%WORKGROUP_1)
    wave.copy %b at [%n, %k] to %1 {tag = "read_b"} : <[N = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [N = 256, K = 64], f16>
    %5 = wave.view %1 : <1, [N = 256, K = 64], f16> -> <1, [N = 256, K = 64], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x256x16_F16"} : !wave.buffer<1, [M = 128, K = 64], f16>, !wave.buffer<1, [N = 256, K = 64], f16>, <[M = 128, N = 256], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 256], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %n = wave.index "$0 * 256" (%WORKGROUP_1)
  wave.write %3, %c at [%m, %n] : <[M = 128, N = 256], f32>, <[M = 1024, N = 1024], f32>
}

// -----

// What no dimension of the grid distributes is shared by all, unless its rows do not part.
// SAYS: remark: copy: each of 4 workgroups of a cluster loads all of [N, K] f16: 24 rows are no multiple of 4 times the 8 of a swizzle [not-multicast]
// CHECK-LABEL: wave.kernel @column
// CHECK: wave.channel %{{.*}}, %{{.*}} from ["load"] commits 1 to ["consumer"] releases 1 :
// CHECK-NOT: multicast_along
// CHECK: wave.release %{{.*}} number %c15
wave.kernel @column(%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 24, K = 1024], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 1024, N = 24], f32>) bindings {K = 1024, M = 1024, N = 24} grid [16, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 4, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 24, K = 64], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 24], f32>
  %c16 = wave.index 16
  %3 = wave.iterate K at %K count %c16 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 24], f32> {
    %m = wave.index "$0 * 64" (%WORKGROUP_0)
    %k = wave.index "$0 * 64" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f16>
    %4 = wave.view %0 : <1, [M = 64, K = 64], f16> -> <1, [M = 64, K = 64], f16>
    %c0 = wave.index 0
    wave.copy %b at [%c0, %k] to %1 : <[N = 24, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [N = 24, K = 64], f16>
    %5 = wave.view %1 : <1, [N = 24, K = 64], f16> -> <1, [N = 24, K = 64], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x24x16_F16"} : !wave.buffer<1, [M = 64, K = 64], f16>, !wave.buffer<1, [N = 24, K = 64], f16>, <[M = 64, N = 24], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 24], f32>
  }
  %m = wave.index "$0 * 64" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %3, %c at [%m, %c0] : <[M = 64, N = 24], f32>, <[M = 1024, N = 24], f32>
}

// -----

// Without roles nothing is shared.
// SAYS: remark: no multicast within clusters: loads have no producer waves of their own [not-multicast]
// CHECK-LABEL: wave.kernel @registers
// CHECK: %[[AT_N:.*]] = wave.index "$0 * 8" (%WORKGROUP_0)
// CHECK: wave.copy %b at [%[[AT_N]], %c0] to %{{.*}} : <
wave.kernel @registers(%b: !wave.memory<[N = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[N = 64, K = 64], f16>) bindings {K = 64, N = 64} grid [8, 1, 1] {
  wave.workgroup_constraint N tile 8 dim 0
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %1 = wave.allocate "b" : <1, [N = 8, K = 64], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %n = wave.index "$0 * 8" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.copy %b at [%n, %c0] to %1 : <[N = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, K = 64], f16>
  %6 = wave.shared_read %1 : <1, [N = 8, K = 64], f16> -> <[N = 8, K = 64], f16>
  wave.write %6, %c at [%n, %c0] : <[N = 8, K = 64], f16>, <[N = 64, K = 64], f16>
}
