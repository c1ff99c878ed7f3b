wave.kernel @transposed(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[P, Q], f32>)
    defaults {M = 100, N = 40, P = 40, Q = 100} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 16 dim 1
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %b mapping ["$i1", "$i0"] : <[M, N], f32>, <[P, Q], f32>
}
