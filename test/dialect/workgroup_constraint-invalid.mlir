// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// workgroup_constraint C1
wave.kernel @k(%a: !wave.memory<["M / 2"], f32>) {
  // expected-error @below {{workgroup constraint: dimension M / 2 is not a symbol [workgroup_constraint-c1]}}
  // expected-note @unknown {{help: constrain a dimension of a memory, by its symbol}}
  wave.workgroup_constraint "M / 2" tile 4 dim 0
}

// -----

// workgroup_constraint C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup constraint: workgroup dimension 5 is none of 0 to 4 [workgroup_constraint-c2]}}
  // expected-note @unknown {{help: a grid has the dimensions 0 to 4: choose one that is free}}
  wave.workgroup_constraint M tile 4 dim 5
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup constraint: workgroup dimension -1 is none of 0 to 4 [workgroup_constraint-c2]}}
  wave.workgroup_constraint M tile 4 dim -1
}

// -----

// workgroup_constraint C3
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup constraint: tile of M is 0 [workgroup_constraint-c3]}}
  // expected-note @unknown {{help: a tile has at least 1 element}}
  wave.workgroup_constraint M tile 0 dim 0
}

// -----

// The kernel looks at its constraints after they have looked at themselves.
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{requires attribute 'dim'}}
  "wave.workgroup_constraint"() : () -> ()
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{attribute 'workgroup_dim' failed to satisfy constraint: 64-bit signless integer attribute}}
  "wave.workgroup_constraint"() <{dim = #wave.expr<M>, tile = #wave.expr<4>, workgroup_dim = 0 : i32}> : () -> ()
}

// -----

// expected-error @below {{expects parent op 'wave.kernel'}}
wave.workgroup_constraint M tile 4 dim 0
