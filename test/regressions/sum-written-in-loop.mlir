// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step writes the accumulator that the next one adds to: in tensor memory it was taken for
// complete there, and nothing wrote it (a crash).
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @sum_written_in_loop(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 96, M = 70, N = 64} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.write %4, %c : <[M, N], f32>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
}
