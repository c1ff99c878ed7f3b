// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of 8 times an argument of 64 bits.
wave.kernel @index_overflow_at_launch(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {O2 : i64} {
  wave.workgroup_constraint N tile 32 dim 0
  %0 = wave.read %x mapping ["$i0 + O2 * 8"] fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
