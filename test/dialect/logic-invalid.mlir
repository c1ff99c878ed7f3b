// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// logic C1
wave.kernel @k() {
  // expected-note @below {{lhs is [M] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-note @below {{rhs is [N] i1, a constant}}
  %1 = wave.register true : !wave.tile<[N], i1>
  // expected-error @below {{logic: lhs lacks N, and rhs lacks M [logic-c1]}}
  // expected-note @unknown {{help: one operand has all dimensions of the other: broadcast(lhs, {M, N}) has them}}
  %2 = wave.logic or %0, %1 : !wave.tile<[M], i1>, !wave.tile<[N], i1> -> !wave.tile<[M], i1>
}

// -----

// logic C2
wave.kernel @k() {
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-note @below {{rhs is [M] i8, a constant}}
  %1 = wave.register 1 : i8 : !wave.tile<[M], i8>
  // expected-error @below {{logic: rhs is not i1 [logic-c2]}}
  // expected-note @unknown {{help: compare it with a number: x != 0}}
  %2 = wave.logic and %0, %1 : !wave.tile<[M], i1>, !wave.tile<[M], i8> -> !wave.tile<[M], i1>
}

// -----

// logic C3
wave.kernel @k() {
  %0 = wave.register true : !wave.tile<[M, N], i1>
  %1 = wave.register true : !wave.tile<[N], i1>
  // expected-error @below {{logic: the result [N] i1 is not [M, N] i1 [logic-c3]}}
  // expected-note @unknown {{help: write the result as [M, N] i1}}
  %2 = wave.logic xor %1, %0 : !wave.tile<[N], i1>, !wave.tile<[M, N], i1> -> !wave.tile<[N], i1>
}
