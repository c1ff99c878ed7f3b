// A divisor that f32 rounds to 0.
wave.kernel @lost_divisor(%a: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>) defaults {M = 8} {
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  %1 = wave.register 1.0e9 : f32 : <[M], f32>
  %2 = wave.add %0, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  %3 = wave.sub %2, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  %4 = wave.div %0, %3 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %4, %c : <[M], f32>, <[M], f32>
}
