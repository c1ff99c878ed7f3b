// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// compare C1
wave.kernel @k() {
  // expected-note @below {{lhs is [M] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-note @below {{rhs is [N] f32, a constant}}
  %1 = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{compare: lhs lacks N, and rhs lacks M [compare-c1]}}
  // expected-note @unknown {{help: one operand has all dimensions of the other: broadcast(lhs, {M, N}) has them}}
  %2 = wave.compare lt %0, %1 : !wave.tile<[M], f32>, !wave.tile<[N], f32> -> !wave.tile<[M], i1>
}

// -----

// compare C2
wave.kernel @k() {
  // expected-note @below {{lhs is [M] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-note @below {{rhs is [M] f16, a constant}}
  %1 = wave.register 2.0 : f16 : !wave.tile<[M], f16>
  // expected-error @below {{compare: the element types differ [compare-c2]}}
  // expected-note @unknown {{help: cast one of them}}
  %2 = wave.compare eq %0, %1 : !wave.tile<[M], f32>, !wave.tile<[M], f16> -> !wave.tile<[M], i1>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-error @below {{compare: truth values are combined, not compared [compare-c2]}}
  // expected-note @unknown {{help: cast to another type first}}
  %1 = wave.compare eq %0, %0 : !wave.tile<[M], i1>, !wave.tile<[M], i1> -> !wave.tile<[M], i1>
}

// -----

// compare C3
wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{compare: the result [M, N] f32 is not [M, N] i1 [compare-c3]}}
  // expected-note @unknown {{help: write the result as [M, N] i1}}
  %2 = wave.compare lt %1, %0 : !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M] f8e5m2, a constant}}
  %0 = wave.register 0.5 : f8E5M2 : !wave.tile<[M], f8E5M2>
  // expected-error @below {{compare: there is no comparison of f8e5m2 [compare-c2]}}
  // expected-note @unknown {{help: 8-bit floats are for memories and MMAs: cast to f32 first}}
  %1 = wave.compare eq %0, %0 : !wave.tile<[M], f8E5M2>, !wave.tile<[M], f8E5M2> -> !wave.tile<[M], i1>
}
