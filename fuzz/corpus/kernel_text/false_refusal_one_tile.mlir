// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @k3330(%a: !wave.memory<[K, M], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K, N], f16, SHARED_ADDRESS_SPACE>, %resid: !wave.memory<[N, M], f32>, %c: !wave.memory<[N, M], f32>)
    defaults {K = 36, M = 16, N = 32, NUM_CTAS = 132} {
  wave.grid_constraint [NUM_CTAS]
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.tiling_constraint K tile 64
  wave.tiling_constraint TILE tile 1
  wave.hardware_constraint threads_per_wave 64
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.index "$0" (%WORKGROUP_0) {i32}
  wave.iterate TILE at %TILE from %0 while "$0 < ceildiv(M, 16) * ceildiv(N, 32)" attributes {tag = "tile_loop"} {
    %1 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %2 = wave.index "$0 % (ceildiv(M, 16) * ceildiv(N, 32)) % ceildiv(N, 32) * 32" (%TILE) {i32}
    %3 = wave.iterate K iter_args(%arg0 = %1) -> !wave.tile<[M, N], f32> attributes {tag = "k_loop"} {
      %12 = wave.read %a mapping ["$i0", 0] fill -2.000000e+00 : f16 {tag = "read_a"} : <[K, M], f16, SHARED_ADDRESS_SPACE> -> <[K, M], f16>
      %13 = wave.read %b mapping ["$i0", "$0 + $i1"] (%2) {tag = "read_b"} : <[K, N], f16, SHARED_ADDRESS_SPACE> -> <[K, N], f16>
      %14 = wave.mma %12, %13, %arg0 {tag = "mma"} : <[K, M], f16>, <[K, N], f16>, <[M, N], f32>
      wave.yield %14 : !wave.tile<[M, N], f32>
    }
    %4 = wave.index "floordiv($0 % (ceildiv(M, 16) * ceildiv(N, 32)), ceildiv(N, 32)) * 16" (%TILE) {i32}
    %5 = wave.read %resid mapping ["$0 + $i0", "$1 + $i1"] (%2, %4) : <[N, M], f32> -> <[N, M], f32>
    %6 = wave.add %3, %5 : <[M, N], f32>, <[N, M], f32> -> <[M, N], f32>
    %7 = wave.register -2.000000e+00 : f32 : <[M, N], f32>
    %8 = wave.mul %6, %7 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
    %9 = wave.unary abs %8 : <[M, N], f32> -> <[M, N], f32>
    %10 = wave.unary neg %9 : <[M, N], f32> -> <[M, N], f32>
    wave.write %10, %c mapping ["$0 + $i1", "$1 + $i0"] (%2, %4) {tag = "write_c"} : <[M, N], f32>, <[N, M], f32>
    %11 = wave.index "$0 + NUM_CTAS" (%TILE)
    wave.yield next %11
  }
}
