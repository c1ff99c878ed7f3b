// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first elements of x, scaled.

wave.kernel @scaled(%x: !wave.memory<[M], f32>, %y: !wave.memory<[M], f32>)
    scalars {scale : f32, length : i32} {
  wave.workgroup_constraint M tile 64 dim 0
  %0 = wave.read %x : <[M], f32> -> <[M], f32>
  %1 = wave.splat "scale" : <[M], f32>
  %2 = wave.mul %0, %1 : <[M], f32>, <[M], f32> -> <[M], f32>
  %3 = wave.index length
  %4 = wave.splat %3 : <[M], i64>
  %5 = wave.self_index : <[M], i64>
  %6 = wave.compare lt %5, %4 : <[M], i64>, <[M], i64> -> <[M], i1>
  %7 = wave.register 0.0 : f32 : <[M], f32>
  %8 = wave.select %6, %2, %7 : <[M], i1>, <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %8, %y : <[M], f32>, <[M], f32>
}
