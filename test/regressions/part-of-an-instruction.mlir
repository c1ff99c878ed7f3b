// The tile has all of J, which is no whole number of the instructions' steps: what their last
// one took beyond it was not masked, unless it came from memory.

wave.kernel @part_of_an_instruction(%x: !wave.memory<[M, N], i32>, %y: !wave.memory<[N, J], f16>)
    defaults {J = 5, M = 3, N = 2} {
  %0 = wave.register -1.000000e+00 : f32 : <[N, M], f32>
  %1 = wave.register 1.000000e+00 : f16 : <[N, J], f16>
  %2 = wave.register 1.000000e+00 : f16 : <[J, M], f16>
  %3 = wave.mma %1, %2, %0 : <[N, J], f16>, <[J, M], f16>, <[N, M], f32>
  wave.write %3, %x : <[N, M], f32>, <[M, N], i32>
  wave.write %1, %y : <[N, J], f16>, <[N, J], f16>
}
