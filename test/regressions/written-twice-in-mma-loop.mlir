// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over columns multiplies, and writes two tiles of each step.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @written_twice_in_mma_loop(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %d: !wave.memory<[M, N], f32>)
    defaults {K = 32, M = 128, N = 96} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint N tile 32
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
  wave.iterate N {
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %x = wave.mma %ra, %rb, %z : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    %y = wave.add %x, %x : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
    wave.write %x, %c : <[M, N], f32>, <[M, N], f32>
    wave.write %y, %d : <[M, N], f32>, <[M, N], f32>
  }
}
