// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels 1 to 4 of the document on Blackwell as it counts them: a cluster of two workgroups for each
// tile of 128 x 128, which both compute, as neither asks for its rank.

wave.kernel @duplicated_tile(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {BLOCK_M = 128, K = 8192, M = 8192, N = 8192, NUM_CTAS = "ceildiv(M, 128) * ceildiv(N, 128) * 2"} {
  wave.grid_constraint [NUM_CTAS]
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.tiling_constraint K tile 64
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "floordiv(floordiv($0, CLUSTER_SIZE_0), ceildiv(N, 128)) * 128" (%WORKGROUP_0) {i32}
  %n = wave.index "floordiv($0, CLUSTER_SIZE_0) % ceildiv(N, 128) * 128" (%WORKGROUP_0) {i32}
  %0 = wave.register 0.0 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a mapping ["$0 + $i0", "$i1"] (%m) : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %3 = wave.read %b mapping ["$0 + $i0", "$i1"] (%n) : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %4 = wave.mma %2, %3, %acc : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c mapping ["$0 + $i0", "$1 + $i1"] (%m, %n) : <[M, N], f32>, <[M, N], f32>
}
