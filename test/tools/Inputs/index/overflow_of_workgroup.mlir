// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index overflows in workgroup 1 alone.
wave.kernel @overflow_of_workgroup(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {O2 : i64} {
  wave.workgroup_constraint N tile 32 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.read %x mapping ["$i0 + $0 * O2 * 8"] (%WORKGROUP_0) fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
