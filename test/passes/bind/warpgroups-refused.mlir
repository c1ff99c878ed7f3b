// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-drop-unit-dims=chip=sm_100a --wave-retarget=chip=sm_100a -o %t 2>&1 | FileCheck %s --check-prefix=B200 --implicit-check-not=remark:
// RUN: wave-opt %s --split-input-file --wave-drop-unit-dims=chip=sm_90a --wave-retarget=chip=sm_90a -o %t 2>&1 | FileCheck %s --check-prefix=H200 --implicit-check-not=remark:
// RUN: FileCheck %s < %t

// On Blackwell MMAs have a role of their own, and lanes that reduce would be in its loop. On Hopper they issue the MMAs.
// B200: remark: mma: not a warpgroup MMA, which reads operands by descriptor: lanes reduce along K in a loop with MMAs, which a role of their own issues [not-by-descriptor]
// CHECK-LABEL: wave.kernel @reduced_in_the_loop
// CHECK: wave.hardware_constraint threads_per_wave 128
wave.kernel @reduced_in_the_loop(%a: !wave.memory<[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, %e: !wave.memory<[M = 64, K = 128], f32>, %c: !wave.memory<[M = 64, N = 64], f32>, %d: !wave.memory<[M = 64], f32>) {
  wave.tiling_constraint K tile 64
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %2:2 = wave.iterate K iter_args(%acc = %0, %row = %1) -> (!wave.tile<[M, N], f32>, !wave.tile<[M], f32>) {
    %3 = wave.read %a : !wave.memory<[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %4 = wave.read %b : !wave.memory<[N = 64, K = 128], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %5 = wave.mma %3, %4, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    %6 = wave.read %e : !wave.memory<[M = 64, K = 128], f32> -> !wave.tile<[M, K], f32>
    %7 = wave.reduce sum %6 init %row along K : !wave.tile<[M, K], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
    wave.yield %5, %7 : !wave.tile<[M, N], f32>, !wave.tile<[M], f32>
  }
  wave.write %2#0, %c : !wave.tile<[M, N], f32>, !wave.memory<[M = 64, N = 64], f32>
  wave.write %2#1, %d : !wave.tile<[M], f32>, !wave.memory<[M = 64], f32>
}

// -----

// A descriptor names rows of one matrix, and a tile of two batches has two.
// B200: remark: mma: not a warpgroup MMA, which reads operands by descriptor: an MMA is repeated over B, of which a tile has 2 elements [not-by-descriptor]
// H200: remark: mma: not a warpgroup MMA, which reads operands by descriptor: an MMA is repeated over B, of which a tile has 2 elements [not-by-descriptor]
wave.kernel @two_batches(%a: !wave.memory<[B = 2, M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[B = 2, N = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[B = 2, M = 64, N = 64], f32>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[B, M, N], f32>
  %3 = wave.read %a : !wave.memory<[B = 2, M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[B, M, K], f16>
  %4 = wave.read %b : !wave.memory<[B = 2, N = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[B, N, K], f16>
  %5 = wave.mma %3, %4, %0 : !wave.tile<[B, M, K], f16>, !wave.tile<[B, N, K], f16>, !wave.tile<[B, M, N], f32>
  wave.write %5, %c : !wave.tile<[B, M, N], f32>, !wave.memory<[B = 2, M = 64, N = 64], f32>
}
