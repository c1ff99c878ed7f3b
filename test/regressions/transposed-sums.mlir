// The second product's rows are the first one's columns: it added to sums as if the lanes held
// them the other way round.

wave.kernel @transposed_sums(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16>, %c: !wave.memory<[N, J], f16>, %d: !wave.memory<[M, J], f16>, %z: !wave.memory<[M, N], f32>)
    defaults {J = 16, K = 16, M = 40, N = 19} {
  wave.workgroup_constraint M tile 32 dim 0
  wave.wave_constraint M tile 16
  %0 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.read %a : <[M, K], f16> -> <[M, K], f16>
  %2 = wave.read %b : <[N, K], f16> -> <[N, K], f16>
  %3 = wave.mma %1, %2, %0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  %4 = wave.read %c : <[N, J], f16> -> <[N, J], f16>
  %5 = wave.read %d : <[M, J], f16> -> <[M, J], f16>
  %6 = wave.mma %4, %5, %3 : <[N, J], f16>, <[M, J], f16>, <[M, N], f32>
  wave.write %6, %z : <[M, N], f32>, <[M, N], f32>
}
