// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over columns multiplies, and writes each tile of the result: the write of the buffer and
// its TMA store had one time in the target's default schedule, which was refused.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @written_in_mma_loop(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 32, M = 64, N = 96} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint N tile 32
  %0 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
  wave.iterate N {
    %1 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %2 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.write %3, %c : <[M, N], f32>, <[M, N], f32>
  }
}
