wave.kernel @powers(%a: !wave.memory<[K], f32>, %c: !wave.memory<[M], f32>)
    defaults {K = 64, M = 64} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64
  %0 = wave.register 1.000000e+00 : f32 : <[M], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M], f32> {
    %2 = wave.add %arg0, %arg0 : <[M], f32>, <[M], f32> -> <[M], f32>
    wave.yield %2 : !wave.tile<[M], f32>
  }
  wave.write %1, %c : <[M], f32>, <[M], f32>
}
