// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-assign-roles='buffers=0 chip=sm_90a only-in-place=true' --wave-pipeline-loops=scheduling=prefetch --wave-verify-form=form=scheduled | FileCheck %s

// As many slots as shared memory holds: 48 KiB each, of 227. Whoever has roles is not pipelined besides.
// CHECK-LABEL: wave.kernel @large
// CHECK: wave.allocate "a" : <4, [M = 128, K = 64], f16>
// CHECK: wave.allocate "b" : <4, [N = 256, K = 64], f16>
// CHECK: wave.role "copy" waves 1
// CHECK: wave.role "compute" waves 2
// CHECK: wave.await %{{.*}} number 0
// CHECK-NEXT: wave.shared_read %{{.*}} slot 0 in_place
// CHECK-NEXT: wave.shared_read %{{.*}} slot 0 in_place
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.iterate K count 15
// CHECK-NEXT: wave.await %{{.*}} number "$K + 1"
// CHECK-NEXT: wave.shared_read %{{.*}} slot "($K + 1) % 4" in_place
// CHECK-NEXT: wave.shared_read %{{.*}} slot "($K + 1) % 4" in_place
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.release %{{.*}} number "$K"
// CHECK: wave.release %{{.*}} number 15
// CHECK-NEXT: wave.write
wave.kernel @large(%a: !wave.memory<[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 1024], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 1024, N = 256], f32>) bindings {K = 1024, M = 1024, N = 256} grid [8, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 256, K = 64], f16>
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 256], f32>
  %3 = wave.iterate K count 16 iter_args(%arg0 = %2) -> !wave.tile<[M = 128, N = 256], f32> {
    wave.copy %a at ["WORKGROUP_0 * 128", "$K * 64"] to %0 : <[M = 1024, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 64], f16>
    %4 = wave.shared_read %0 in_place : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    wave.copy %b at [0, "$K * 64"] to %1 : <[N = 256, K = 1024], f16, SHARED_ADDRESS_SPACE>, <1, [N = 256, K = 64], f16>
    %5 = wave.shared_read %1 in_place : <1, [N = 256, K = 64], f16> -> <[N = 256, K = 64], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x256x16_F16"} : <[M = 128, K = 64], f16>, <[N = 256, K = 64], f16>, <[M = 128, N = 256], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 256], f32>
  }
  wave.write %3, %c at ["WORKGROUP_0 * 128", 0] : <[M = 128, N = 256], f32>, <[M = 1024, N = 256], f32>
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
  wave.copy %a at [0, 0] to %0 : <[M = 64, J = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, J = 16], f16>
  %4 = wave.shared_read %0 : <1, [M = 64, J = 16], f16> -> <[M = 64, J = 16], f16>
  %5 = wave.iterate K count "ceildiv(K, 16)" iter_args(%arg0 = %3) -> !wave.tile<[M = 64, N = 8], f32> {
    wave.copy %b at [0, "$K * 16"] to %1 : <[N = 8, K = K], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, K = 16], f16>
    %6 = wave.shared_read %1 in_place : <1, [N = 8, K = 16], f16> -> <[N = 8, K = 16], f16>
    %7 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16>
    %8 = wave.mma %7, %6, %arg0 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
    wave.yield %8 : !wave.tile<[M = 64, N = 8], f32>
  }
  %9 = wave.iterate P count 3 iter_args(%arg0 = %5) -> !wave.tile<[M = 64, N = 8], f32> {
    wave.copy %d at [0, "$P * 16"] to %2 : <[N = 8, P = 48], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, P = 16], f16>
    %6 = wave.shared_read %2 in_place : <1, [N = 8, P = 16], f16> -> <[N = 8, P = 16], f16>
    %7 = wave.register 0.000000e+00 : f16 : <[M = 64, P = 16], f16>
    %8 = wave.mma %7, %6, %arg0 {mma_type = "F32_64x8x16_F16"} : <[M = 64, P = 16], f16>, <[N = 8, P = 16], f16>, <[M = 64, N = 8], f32>
    wave.yield %8 : !wave.tile<[M = 64, N = 8], f32>
  }
  wave.write %9, %c at [0, 0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
}

// -----

// Without an operand in place there are no roles.
// CHECK-LABEL: wave.kernel @registers
// CHECK-NOT: wave.role
wave.kernel @registers(%b: !wave.memory<[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[N = 8, K = 64], f16>) bindings {K = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %1 = wave.allocate "b" : <1, [N = 8, K = 64], f16>
  wave.copy %b at [0, 0] to %1 : <[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [N = 8, K = 64], f16>
  %6 = wave.shared_read %1 : <1, [N = 8, K = 64], f16> -> <[N = 8, K = 64], f16>
  wave.write %6, %c at [0, 0] : <[N = 8, K = 64], f16>, <[N = 8, K = 64], f16>
}
