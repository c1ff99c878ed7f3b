// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// tiling_constraint C1
wave.kernel @k(%a: !wave.memory<[4], f32>) {
  // expected-error @below {{tiling constraint: dimension 4 is not a symbol [tiling_constraint-c1]}}
  // expected-note @unknown {{help: constrain a dimension of a memory, by its symbol}}
  wave.tiling_constraint 4 tile 4
}

// -----

// tiling_constraint C2
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{tiling constraint: tile of K is -2 [tiling_constraint-c2]}}
  // expected-note @unknown {{help: a tile has at least 1 element}}
  wave.tiling_constraint K tile -2
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{requires attribute 'dim'}}
  "wave.tiling_constraint"() <{tile = #wave.expr<4>}> : () -> ()
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{attribute 'dim' failed to satisfy constraint: an integer expression over symbols, simplified}}
  "wave.tiling_constraint"() {dim = "K", tile = #wave.expr<4>} : () -> ()
}
