// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop carries an accumulator that nothing uses, beside a value that is used: its registers were
// taken for that one while MMAs wrote them.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @unused_sum(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %w: !wave.memory<[M], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 40, M = 70, N = 32} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 32
  wave.workgroup_constraint N tile 32 dim 1
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 1, 1, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
  %2:2 = wave.iterate K iter_args(%arg0 = %0, %arg1 = %1) -> (!wave.tile<[M, N], f32>, !wave.tile<[M, N], f32>) {
    %3 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %4 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %5 = wave.mma %3, %4, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    %6 = wave.read %w : <[M], f32> -> <[M], f32>
    %7 = wave.mul %arg1, %6 : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
    wave.yield %5, %7 : !wave.tile<[M, N], f32>, !wave.tile<[M, N], f32>
  }
  wave.write %2#1, %c : <[M, N], f32>, <[M, N], f32>
}
