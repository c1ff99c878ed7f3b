// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The remainder of a sum with the id of the workgroup by an argument.
wave.kernel @least_integer_modulo(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {S64 : i64, S32 : i32} {
  wave.workgroup_constraint N tile 32 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.read %x mapping ["$i0 + ($0 + S64) % S32"] (%WORKGROUP_0) fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
