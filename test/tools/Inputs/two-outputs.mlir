wave.kernel @two(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>)
    defaults {BLOCK_M = 4, M = 4} {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.wave_constraint M tile BLOCK_M
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  wave.write %0, %b : <[M], f32>, <[M], f32>
  wave.write %0, %c : <[M], f32>, <[M], f32>
}
