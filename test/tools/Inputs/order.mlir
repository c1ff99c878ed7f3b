// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A copy, tile by tile in the order of a table.

wave.kernel @copy_in_order(%a: !wave.memory<[M, N], f32>, %tiles: !wave.memory<[TILES], i32>, %c: !wave.memory<[M, N], f32>) {
  wave.grid_constraint [NUM_CTAS]
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.tiling_constraint TILE tile 1
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.index "$0" (%WORKGROUP_0) {i32}
  %1 = wave.index "TILES == ceildiv(M, 64) * ceildiv(N, 32)"
  wave.assume %1 "TILES == ceildiv(M, 64) * ceildiv(N, 32)"
  wave.iterate TILE at %TILE from %0 while "$0 < ceildiv(M, 64) * ceildiv(N, 32)" {
    %2 = wave.index "$0" (%TILE)
    %3 = wave.read_index %tiles[%2] permutation : <[TILES], i32>
    %4 = wave.index "floordiv($0, ceildiv(N, 32)) * 64" (%3)
    %5 = wave.index "$0 % ceildiv(N, 32) * 32" (%3)
    %6 = wave.read %a mapping ["$0 + $i0", "$1 + $i1"] (%4, %5) : <[M, N], f32> -> <[M, N], f32>
    wave.write %6, %c mapping ["$0 + $i0", "$1 + $i1"] (%4, %5) : <[M, N], f32>, <[M, N], f32>
    %7 = wave.index "$0 + NUM_CTAS" (%TILE)
    wave.yield next %7
  }
}
