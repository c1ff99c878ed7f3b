wave.kernel @batches(%a: !wave.memory<[B, H, M, N], f32>, %b: !wave.memory<[B, H, M, N], f32>) defaults {B = 2, H = 3, M = 40, N = 50} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 16 dim 1
  wave.workgroup_constraint H tile 1 dim 2
  wave.workgroup_constraint B tile 1 dim 3
  %0 = wave.read %a : <[B, H, M, N], f32> -> <[B, H, M, N], f32>
  wave.write %0, %b : <[B, H, M, N], f32>, <[B, H, M, N], f32>
}
