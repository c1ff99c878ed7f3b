// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Workgroup 0 does not divide, and the quotient depends on nothing but the argument.
wave.kernel @guarded_by_workgroup(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {S32 : i32} {
  wave.workgroup_constraint N tile 32 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.read %x mapping ["$i0 + select($0 < N, 0, floordiv(64, S32))"] (%WORKGROUP_0) : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
