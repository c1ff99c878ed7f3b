// What is more than 1.09 or less than -1.09 overflows in f16.
wave.kernel @infinity(%a: !wave.memory<[M], f16>, %c: !wave.memory<[M], f32>) defaults {M = 8} {
  %0 = wave.read %a : <[M], f16> -> <[M], f16>
  %1 = wave.register 6.0e4 : f16 : <[M], f16>
  %2 = wave.mul %0, %1 : <[M], f16>, <[M], f16> -> <[M], f16>
  %3 = wave.cast %2 : <[M], f16> -> <[M], f32>
  wave.write %3, %c : <[M], f32>, <[M], f32>
}
