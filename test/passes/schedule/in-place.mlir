// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-stage-channels=only-by-descriptor=true --wave-build-schedule=chip=sm_90a --wave-apply-schedule --wave-verify-form=form=scheduled | FileCheck %s

// As many slots as shared memory holds: 48 KiB each, of 227.
// CHECK-LABEL: wave.kernel @large
// CHECK: wave.allocate "a" : <4, [M = 128, K = 64], f16>
// CHECK: wave.allocate "b" : <4, [N = 256, K = 64], f16>
// CHECK: wave.role "load" waves 1
// CHECK: wave.role "consumer" waves 2
// CHECK: wave.wait %{{.*}} number %c0
// CHECK-NEXT: wave.view %{{.*}} slot %c0
// CHECK-NEXT: wave.view %{{.*}} slot %c0
// CHECK-NEXT: wave.mma
// CHECK-NEXT: %c15 = wave.index 15
// CHECK-NEXT: wave.iterate K at %K count %c15
// CHECK-NEXT: %[[NUMBER:.*]] = wave.index "$0 + 1" (%K)
// CHECK-NEXT: wave.wait %{{.*}} number %[[NUMBER]]
// CHECK-NEXT: %[[SLOT:.*]] = wave.index "($0 + 1) % 4" (%K)
// CHECK-NEXT: wave.view %{{.*}} slot %[[SLOT]]
// CHECK-NEXT: wave.view %{{.*}} slot %[[SLOT]]
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.release %{{.*}} number %K
// CHECK: wave.release %{{.*}} number %c15
// CHECK-NEXT: wave.index "$0 * 128" (%WORKGROUP_0)
// CHECK-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
// CHECK-NEXT: wave.write
wave.kernel @large(%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 1024], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 1024, N = 256], f32>) bindings {K = 1024, M = 1024, N = 256} grid [8, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 256, K = 64], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 256], f32>
  %c16 = wave.index 16
  %3 = wave.iterate K at %K count %c16 iter_args(%arg0 = %2) -> !wave.tile<[M = 128, N = 256], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 64" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 64], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 64], f16> -> <1, [M = 128, K = 64], f16>
    %c0 = wave.index 0
    wave.copy %b at [%c0, %k] to %1 : <[N = 256, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [N = 256, K = 64], f16>
    %5 = wave.view %1 : <1, [N = 256, K = 64], f16> -> <1, [N = 256, K = 64], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x256x16_F16"} : !wave.buffer<1, [M = 128, K = 64], f16>, !wave.buffer<1, [N = 256, K = 64], f16>, <[M = 128, N = 256], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 256], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %3, %c at [%m, %c0] : <[M = 128, N = 256], f32>, <[M = 1024, N = 256], f32>
}

// -----

// No more than there are steps, or eight; what is read once has one.
// CHECK-LABEL: wave.kernel @small
// CHECK: wave.allocate "a" : <1, [M = 64, J = 16], f16>
// CHECK: wave.allocate "b" : <8, [N = 8, K = 16], f16>
// CHECK: wave.allocate "d" : <3, [N = 8, P = 16], f16>
wave.kernel @small(%a: !wave.memory<[M = 64, J = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 8], f32>, %d: !wave.memory<[N = 8, P = 48], f16, SHARED_ADDRESS_SPACE>) bindings {J = 16, M = 64, N = 8, P = 48} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.tiling_constraint P tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, J = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 8, K = 16], f16>
  %2 = wave.allocate "d" : <1, [N = 8, P = 16], f16>
  %3 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %0 : <[M = 64, J = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, J = 16], f16>
  %4 = wave.shared_read %0 : <1, [M = 64, J = 16], f16> -> <[M = 64, J = 16], f16>
  %steps = wave.index "ceildiv(K, 16)"
  %5 = wave.iterate K at %K count %steps iter_args(%arg0 = %3) -> !wave.tile<[M = 64, N = 8], f32> {
    %k = wave.index "$0 * 16" (%K)
    wave.copy %b at [%c0, %k] to %1 : <[N = 8, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, K = 16], f16>
    %6 = wave.view %1 : <1, [N = 8, K = 16], f16> -> <1, [N = 8, K = 16], f16>
    %7 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16>
    %8 = wave.mma %7, %6, %arg0 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
    wave.yield %8 : !wave.tile<[M = 64, N = 8], f32>
  }
  %c3 = wave.index 3
  %9 = wave.iterate P at %P count %c3 iter_args(%arg0 = %5) -> !wave.tile<[M = 64, N = 8], f32> {
    %p = wave.index "$0 * 16" (%P)
    wave.copy %d at [%c0, %p] to %2 : <[N = 8, P = 48], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, P = 16], f16>
    %6 = wave.view %2 : <1, [N = 8, P = 16], f16> -> <1, [N = 8, P = 16], f16>
    %7 = wave.register 0.000000e+00 : f16 : <[M = 64, P = 16], f16>
    %8 = wave.mma %7, %6, %arg0 {mma_type = "F32_64x8x16_F16"} : <[M = 64, P = 16], f16>, !wave.buffer<1, [N = 8, P = 16], f16>, <[M = 64, N = 8], f32>
    wave.yield %8 : !wave.tile<[M = 64, N = 8], f32>
  }
  wave.write %9, %c at [%c0, %c0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
}

// -----

// Without an operand in place there are no roles.
// CHECK-LABEL: wave.kernel @registers
// CHECK-NOT: wave.role
wave.kernel @registers(%b: !wave.memory<[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[N = 8, K = 64], f16>) bindings {K = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %1 = wave.allocate "b" : <1, [N = 8, K = 64], f16>
  %c0 = wave.index 0
  wave.copy %b at [%c0, %c0] to %1 : <[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, K = 64], f16>
  %6 = wave.shared_read %1 : <1, [N = 8, K = 64], f16> -> <[N = 8, K = 64], f16>
  wave.write %6, %c at [%c0, %c0] : <[N = 8, K = 64], f16>, <[N = 8, K = 64], f16>
}
