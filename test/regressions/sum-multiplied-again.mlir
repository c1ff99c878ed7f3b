// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A second MMA multiplies what a loop has accumulated.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @sum_multiplied_again(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %v: !wave.memory<[J, N], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, J], f32>, %d: !wave.memory<[M, N], f32>)
    defaults {K = 96, M = 128, N = 64, J = 64} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 32
  %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %z) -> !wave.tile<[M, N], f32> {
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %x = wave.mma %ra, %rb, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %x : !wave.tile<[M, N], f32>
  }
  %p = wave.cast %1 : <[M, N], f32> -> <[M, N], f16>
  %rv = wave.read %v : <[J, N], f16, SHARED_ADDRESS_SPACE> -> <[J, N], f16>
  %zz = wave.register 0.000000e+00 : f32 : <[M, J], f32>
  %y = wave.mma %p, %rv, %zz : <[M, N], f16>, <[J, N], f16>, <[M, J], f32>
  wave.write %y, %c : <[M, J], f32>, <[M, J], f32>
    wave.write %1, %d : <[M, N], f32>, <[M, N], f32>
}
