wave.kernel @add_in_place(%a: !wave.memory<[M, N], f32>, %z: !wave.memory<[M, N], f32>)
    defaults {M = 50, N = 30} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 8 dim 1
  %x = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  %y = wave.read %z : <[M, N], f32> -> <[M, N], f32>
  %s = wave.add %x, %y : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %s, %z : <[M, N], f32>, <[M, N], f32>
}
