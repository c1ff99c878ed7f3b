// About 0, and how far from it is the functions' choice; 0 itself where x is 0.
wave.kernel @cancel(%x: !wave.memory<[M], f32>, %y: !wave.memory<[M], f32>) defaults {M = 100} {
  %0 = wave.read %x : <[M], f32> -> <[M], f32>
  %1 = wave.unary exp %0 : <[M], f32> -> <[M], f32>
  %2 = wave.unary log %1 : <[M], f32> -> <[M], f32>
  %3 = wave.sub %2, %0 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %3, %y : <[M], f32>, <[M], f32>
}
