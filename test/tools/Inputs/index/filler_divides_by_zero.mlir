// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles in groups of three rows, clusters of two workgroups, and three by two tiles: the cluster that is filled up has a workgroup more.
wave.kernel @filler_divides_by_zero(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  wave.reordering_constraint "floordiv(WORKGROUP_1 * ceildiv(M, 64) + WORKGROUP_0, ceildiv(N, 64) * 3) * 3 + (WORKGROUP_1 * ceildiv(M, 64) + WORKGROUP_0) % (ceildiv(N, 64) * 3) % Min(ceildiv(M, 64) - floordiv(WORKGROUP_1 * ceildiv(M, 64) + WORKGROUP_0, ceildiv(N, 64) * 3) * 3, 3)" dim 0
  wave.reordering_constraint "floordiv((WORKGROUP_1 * ceildiv(M, 64) + WORKGROUP_0) % (ceildiv(N, 64) * 3), Min(ceildiv(M, 64) - floordiv(WORKGROUP_1 * ceildiv(M, 64) + WORKGROUP_0, ceildiv(N, 64) * 3) * 3, 3))" dim 1
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
