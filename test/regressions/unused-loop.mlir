// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing uses the sum of the second loop: it loaded operands that nothing released.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @unused_loop(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 64, M = 64, N = 64} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %4 = wave.read %a : <[M, K], f16> -> <[M, K], f16>
    %5 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %6 = wave.mma %4, %5, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %6 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
  %2 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %3 = wave.iterate K iter_args(%arg0 = %2) -> !wave.tile<[M, N], f32> {
    %4 = wave.read %a : <[M, K], f16> -> <[M, K], f16>
    %5 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %6 = wave.mma %4, %5, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %6 : !wave.tile<[M, N], f32>
  }
}
