// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @drop(%a: !wave.memory<[M, N], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {M = 32, N = 16, NUM_CTAS = 2} {
  wave.grid_constraint [NUM_CTAS]
  wave.workgroup_constraint M tile 16 dim 0
  wave.tiling_constraint TILE tile 1
  %w = wave.workgroup_id 0
  %z = wave.index 0
  wave.iterate TILE at %t from %z while "$0 * NUM_CTAS + $1 < ceildiv(M, 16) - 1" (%w) {
    %m = wave.index "($0 * NUM_CTAS + $1) % ceildiv(M, 16) * 16" (%t, %w)
    %x = wave.read %a mapping ["$0 + $i0", "$i1"] (%m) : <[M, N], f32> -> <[M, N], f32>
    wave.write %x, %c mapping ["$0 + $i0", "$i1"] (%m) : <[M, N], f32>, <[M, N], f32>
    %n = wave.index "$0 + 1" (%t)
    wave.yield next %n
  }
}
