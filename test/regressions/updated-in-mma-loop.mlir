// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop multiplies, and adds 1 to the tiles of another memory in place, twice: reads and writes had
// one time in the target's default schedule, which was refused.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @updated_in_mma_loop(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %e: !wave.memory<[M, K], f32>)
    defaults {K = 96, M = 128, N = 64} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 32
  %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %z) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %e : <[M, K], f32> -> <[M, K], f32>
    %3 = wave.register 1.000000e+00 : f32 : <[M, K], f32>
    %4 = wave.add %2, %3 : <[M, K], f32>, <[M, K], f32> -> <[M, K], f32>
    wave.write %4, %e : <[M, K], f32>, <[M, K], f32>
    %5 = wave.read %e : <[M, K], f32> -> <[M, K], f32>
    %6 = wave.mul %5, %5 : <[M, K], f32>, <[M, K], f32> -> <[M, K], f32>
    wave.write %6, %e : <[M, K], f32>, <[M, K], f32>
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %x = wave.mma %ra, %rb, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %x : !wave.tile<[M, N], f32>
  }
    wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
