// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The index overflows where a table holds a large number.
wave.kernel @overflow_of_a_read(%x: !wave.memory<[M], f32>, %table: !wave.memory<[T], i64>, %y: !wave.memory<[N], f32>) {
  wave.workgroup_constraint N tile 32 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %o = wave.read_index %table [%WORKGROUP_0] : <[T], i64>
  %0 = wave.read %x mapping ["$i0 + $0 * 8"] (%o) fill -9.000000e+00 : f32 : <[M], f32> -> <[N], f32>
  wave.write %0, %y : <[N], f32>, <[N], f32>
}
