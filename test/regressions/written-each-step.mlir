// Each step of the loop writes the same elements again, and so does what follows it: the
// simulator took the second write of an element for a mistake of the code.
// RUN: %wave run %s --target sim:mi300x --schedule prefetch --dynamic M,K --check --repeat 1

wave.kernel @written_each_step(%a: !wave.memory<[M, K], f32>, %c: !wave.memory<[M], f32>, %d: !wave.memory<[M], f32>)
    defaults {K = 19, M = 37} {
  wave.workgroup_constraint M tile 8 dim 0
  wave.wave_constraint M tile 4
  wave.tiling_constraint K tile 4
  %0 = wave.register 0.000000e+00 : f32 : <[M], f32>
  wave.write %0, %c : <[M], f32>, <[M], f32>
  wave.write %0, %d : <[M], f32>, <[M], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M], f32> {
    %3 = wave.read %a : <[M, K], f32> -> <[M, K], f32>
    %4 = wave.reduce sum %3 init %arg0 along K : <[M, K], f32>, !wave.tile<[M], f32> -> <[M], f32>
    wave.write %4, %c : <[M], f32>, <[M], f32>
    wave.yield %4 : !wave.tile<[M], f32>
  }
  %2 = wave.register 1.000000e+00 : f32 : <[M], f32>
  %5 = wave.read %d : <[M], f32> -> <[M], f32>
  %6 = wave.add %2, %5 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %6, %d : <[M], f32>, <[M], f32>
}
