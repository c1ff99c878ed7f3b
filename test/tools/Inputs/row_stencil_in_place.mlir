// Each workgroup has its rows whole, and reads the columns beside.
wave.kernel @row_stencil_in_place(%z: !wave.memory<[M, N], f32>)
    defaults {M = 50, N = 30} {
  wave.workgroup_constraint M tile 16 dim 0
  %l = wave.read %z mapping ["$i0", "$i1 - 1"] : <[M, N], f32> -> <[M, N], f32>
  %r = wave.read %z mapping ["$i0", "$i1 + 1"] : <[M, N], f32> -> <[M, N], f32>
  %s = wave.add %l, %r : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %s, %z : <[M, N], f32>, <[M, N], f32>
}
