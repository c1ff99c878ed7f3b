// Each workgroup reverses the rows of its own tile.
wave.kernel @reversed_in_place(%z: !wave.memory<[M, N], f32>)
    defaults {M = 64, N = 30} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 8 dim 1
  %x = wave.read %z mapping ["floordiv($i0, 16) * 16 + 15 - $i0 % 16", "$i1"] : <[M, N], f32> -> <[M, N], f32>
  wave.write %x, %z : <[M, N], f32>, <[M, N], f32>
}
