// The sums of all workgroups are read in the launch that writes them.
wave.kernel @partial_sums(%a: !wave.memory<[M, N], f32>, %part: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>)
    defaults {M = 64, N = 32} {
  wave.workgroup_constraint M tile 16 dim 0
  %zero = wave.register 0.000000e+00 : f32 : <[M], f32>
  %a_ = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  %sum = wave.reduce sum %a_ init %zero along N : <[M, N], f32>, !wave.tile<[M], f32> -> <[M], f32>
  wave.write %sum, %part : <[M], f32>, <[M], f32>
  %other = wave.read %part mapping ["M - 1 - $i0"] : <[M], f32> -> <[M], f32>
  wave.write %other, %c : <[M], f32>, <[M], f32>
}
