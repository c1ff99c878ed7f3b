wave.kernel @sum(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[M, N], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {M = 256, N = 256} {
  wave.workgroup_constraint M tile 256 dim 0
  wave.workgroup_constraint N tile 256 dim 1
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 16, 1, 1>}
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  %1 = wave.read %b : <[M, N], f32> -> <[M, N], f32>
  %2 = wave.add %0, %1 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %2, %c : <[M, N], f32>, <[M, N], f32>
}
