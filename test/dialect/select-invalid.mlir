// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// select C1
wave.kernel @k() {
  // expected-note @below {{the condition is [M] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-note @below {{lhs is [N] f32, a constant}}
  // expected-note @below {{rhs is [N] f32, a constant}}
  %1 = wave.register 1.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{select: the condition lacks N, lhs lacks M, and rhs lacks M [select-c1]}}
  // expected-note @unknown {{help: one operand has all dimensions of the others: broadcast(lhs, {M, N}) has them}}
  %2 = wave.select %0, %1, %1 : !wave.tile<[M], i1>, !wave.tile<[N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], f32>
}

// -----

// select C2
wave.kernel @k() {
  // expected-note @below {{the condition is [M] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{select: the condition is not i1 [select-c2]}}
  // expected-note @unknown {{help: compare it with a number: x != 0}}
  %1 = wave.select %0, %0, %0 : !wave.tile<[M], f32>, !wave.tile<[M], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// select C3
wave.kernel @k() {
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-note @below {{lhs is [M] f32, a constant}}
  %1 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-note @below {{rhs is [M] f16, a constant}}
  %2 = wave.register 1.0 : f16 : !wave.tile<[M], f16>
  // expected-error @below {{select: the element types differ [select-c3]}}
  // expected-note @unknown {{help: cast one of them}}
  %3 = wave.select %0, %1, %2 : !wave.tile<[M], i1>, !wave.tile<[M], f32>, !wave.tile<[M], f16> -> !wave.tile<[M], f32>
}

// -----

// select C4
wave.kernel @k() {
  %0 = wave.register true : !wave.tile<[M, N], i1>
  %1 = wave.register 1.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{select: the result [N] f32 is not [M, N] f32 [select-c4]}}
  // expected-note @unknown {{help: write the result as [M, N] f32}}
  %2 = wave.select %0, %1, %1 : !wave.tile<[M, N], i1>, !wave.tile<[N], f32>, !wave.tile<[N], f32> -> !wave.tile<[N], f32>
}
