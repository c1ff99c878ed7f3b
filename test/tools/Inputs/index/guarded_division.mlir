// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index divides by an argument, unless that is 0.
wave.kernel @guarded_division(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {S32 : i32} {
  wave.workgroup_constraint N tile 32 dim 0
  %0 = wave.read %x mapping ["select(S32 == 0, $i0, floordiv($i0, S32))"] : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
