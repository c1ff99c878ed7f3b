// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// grid_constraint C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{grid constraint: 4 sizes, expected one to three [grid_constraint-c1]}}
  // expected-note @unknown {{help: a grid has three dimensions: GridConstraint{x, y, z}}}
  wave.grid_constraint [1, 1, 1, 1]
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{grid constraint: the size of the grid along dimension 0 is 0 [grid-size]}}
  // expected-note @unknown {{help: a grid has from 1 to 16777216 workgroups: a few for each compute unit are enough where each takes many tiles}}
  wave.grid_constraint [0]
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{grid constraint: the size of the grid along dimension 1 is 1000000000 [grid-size]}}
  wave.grid_constraint [8, 1000000000]
}

// -----

// kernel C13
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the first one is here}}
  wave.grid_constraint [4]
  // expected-error @below {{kernel: there are two grid constraints [kernel-c13]}}
  // expected-note @unknown {{help: give one all sizes: GridConstraint{x, y, z}}}
  wave.grid_constraint [4]
}

// -----

// kernel C14
wave.kernel @k(%a: !wave.memory<[MEAN], f32>) {
  // expected-error @below {{hardware constraint: vector_shapes has MEAM, which is neither a dimension nor the axis of a loop [kernel-c14]}}
  // expected-note @unknown {{help: did you mean MEAN?}}
  wave.hardware_constraint {vector_shapes = {MEAM = 0}}
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{hardware constraint: vector_shapes of M is not a number of at least 0 [kernel-c14]}}
  // expected-note @unknown {{help: write how many elements an operation takes at a time, or 0 for a number}}
  wave.hardware_constraint {vector_shapes = {M = -1}}
}
