// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// wave_constraint C1
wave.kernel @k(%a: !wave.memory<["M + 1"], f32>) {
  // expected-error @below {{wave constraint: dimension M + 1 is not a symbol [wave_constraint-c1]}}
  // expected-note @unknown {{help: constrain a dimension of a memory, by its symbol}}
  wave.wave_constraint "M + 1" tile 4
}

// -----

// wave_constraint C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{wave constraint: tile of M is 0 [wave_constraint-c2]}}
  // expected-note @unknown {{help: a tile has at least 1 element}}
  wave.wave_constraint M tile "2 - 2"
}
