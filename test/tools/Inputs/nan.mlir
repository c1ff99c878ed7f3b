// Infinity less infinity, by the arithmetic of f32.
wave.kernel @nan(%a: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>) defaults {M = 8} {
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  %1 = wave.register 1.0e30 : f32 : <[M], f32>
  %2 = wave.mul %0, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  %3 = wave.mul %2, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  %4 = wave.sub %3, %3 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %4, %c : <[M], f32>, <[M], f32>
}
