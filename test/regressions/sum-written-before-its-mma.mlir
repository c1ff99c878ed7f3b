// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step writes the accumulator that its own MMA adds to: the MMA began while the one of the
// step before was in flight, and what was written was a copy of registers that it wrote.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @sum_written_before_its_mma(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 96, M = 128, N = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %z) -> !wave.tile<[M, N], f32> {
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %x = wave.mma %ra, %rb, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.write %arg0, %c : <[M, N], f32>, <[M, N], f32>
    wave.yield %x : !wave.tile<[M, N], f32>
  }
}
