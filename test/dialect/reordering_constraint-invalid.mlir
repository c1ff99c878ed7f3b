// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// reordering_constraint C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{reordering constraint: workgroup dimension 3 is none of 0, 1, 2 [reordering_constraint-c1]}}
  // expected-note @unknown {{help: a grid has the dimensions 0, 1 and 2: choose one that a workgroup constraint uses}}
  wave.reordering_constraint WORKGROUP_0 dim 3
}

// -----

// kernel C12
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{kernel: workgroup dimension 1 is reordered, but no dimension is distributed along it [kernel-c12]}}
  // expected-note @unknown {{help: reorder a dimension of the grid that a workgroup constraint uses}}
  wave.reordering_constraint WORKGROUP_0 dim 1
}

// -----

// kernel C12
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  // expected-note @below {{the first reordering is here}}
  wave.reordering_constraint WORKGROUP_0 dim 0
  // expected-error @below {{kernel: workgroup dimension 0 is reordered twice [kernel-c12]}}
  // expected-note @unknown {{help: keep one of them; one expression may use all of WORKGROUP_0 to WORKGROUP_2}}
  wave.reordering_constraint WORKGROUP_0 dim 0
}
