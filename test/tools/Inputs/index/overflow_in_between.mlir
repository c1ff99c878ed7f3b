// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is divided overflows, and the quotient would fit.
wave.kernel @overflow_in_between(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {O2 : i64} {
  wave.workgroup_constraint N tile 32 dim 0
  %0 = wave.read %x mapping ["floordiv($i0 + O2 * 3, 1099511627777)"] fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
