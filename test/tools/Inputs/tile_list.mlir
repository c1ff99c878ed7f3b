// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent product that reads how far away the next tile is.

wave.kernel @tile_list(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %next: !wave.memory<[TILES], i32>, %c: !wave.memory<[M, N], f32>) {
  wave.grid_constraint [NUM_CTAS]
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.tiling_constraint K tile 64
  wave.tiling_constraint TILE tile 1
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.index "$0" (%WORKGROUP_0)
  wave.iterate TILE at %TILE from %0 while "$0 < TILES" attributes {tag = "tile_loop"} {
    %1 = wave.index "$0" (%TILE)
    %2 = wave.read_index %next[%1] {tag = "next"} : <[TILES], i32>
    %3 = wave.index "$0 * 64" (%TILE)
    %4 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %5 = wave.iterate K iter_args(%sum = %4) -> !wave.tile<[M, N], f32> attributes {tag = "k_loop"} {
      %7 = wave.read %a mapping ["$0 + $i0", "$i1"] (%3) {tag = "read_a"} : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
      %8 = wave.read %b {tag = "read_b"} : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
      %9 = wave.mma %7, %8, %sum {tag = "mma"} : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
      wave.yield %9 : !wave.tile<[M, N], f32>
    }
    wave.write %5, %c mapping ["$0 + $i0", "$i1"] (%3) {tag = "write_c"} : <[M, N], f32>, <[M, N], f32>
    %6 = wave.index "$0 + Max($1, 1)" (%TILE, %2)
    wave.yield next %6
  }
}
