// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients of the least integer, rounded up and down, and by -1 where that fits.
wave.kernel @least_quotients(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {S64 : i64, S32 : i32} {
  wave.workgroup_constraint N tile 32 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.read %x mapping ["$i0 + ceildiv($0 + S64, S32) % 7 + floordiv($0 + S64 + 1, S32) % 5 + ceildiv($0 + S64, 2) % 3"] (%WORKGROUP_0) fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
