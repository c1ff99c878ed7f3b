// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last step's accumulator is handed on beside the new one: its registers were copied while an
// MMA wrote the others.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @sum_handed_on_late(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %d: !wave.memory<[M, N], f32>)
    defaults {K = 96, M = 128, N = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1:2 = wave.iterate K iter_args(%arg0 = %z, %arg1 = %z) -> (!wave.tile<[M, N], f32>, !wave.tile<[M, N], f32>) {
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %x = wave.mma %ra, %rb, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %x, %arg0 : !wave.tile<[M, N], f32>, !wave.tile<[M, N], f32>
  }
    wave.write %1#0, %c : <[M, N], f32>, <[M, N], f32>
    wave.write %1#1, %d : <[M, N], f32>, <[M, N], f32>
}
