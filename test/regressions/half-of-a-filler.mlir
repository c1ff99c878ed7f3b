// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The workgroups that fill up clusters load half of the columns for a CTA pair, element by element,
// since rows of 40 bytes are not aligned: twice as many halves as tiles were taken for whole
// clusters, and what they load for no tile at all.

wave.kernel @half_of_a_filler(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 20, M = 256, N = 96} {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 2, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
