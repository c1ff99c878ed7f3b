// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="A=3; B=8; C=10; D=7; E=4"},wave-distribute-tiles))' \
// RUN:   | FileCheck %s

// Dimensions of the grid from 2 on are digits of WORKGROUP_2, the first the fastest.
// CHECK-LABEL: wave.kernel @copy
// CHECK:         grid [3, 4, 140]
// CHECK-DAG:     wave.index "$0 % 5 * 2" (%WORKGROUP_2)
// CHECK-DAG:     wave.index "floordiv($0, 5) % 7" (%WORKGROUP_2)
// CHECK-DAG:     wave.index "floordiv($0, 35)" (%WORKGROUP_2)
wave.kernel @copy(%a: !wave.memory<[A, B, C, D, E], f32>, %b: !wave.memory<[A, B, C, D, E], f32>) {
  wave.workgroup_constraint A tile 1 dim 0
  wave.workgroup_constraint B tile 2 dim 1
  wave.workgroup_constraint C tile 2 dim 2
  wave.workgroup_constraint D tile 1 dim 3
  wave.workgroup_constraint E tile 1 dim 4
  %0 = wave.read %a : <[A, B, C, D, E], f32> -> <[A, B, C, D, E], f32>
  wave.write %0, %b : <[A, B, C, D, E], f32>, <[A, B, C, D, E], f32>
}
