// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// minimum C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{lhs is [M] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  // expected-note @below {{rhs is [N] f32, a constant}}
  %1 = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{minimum: lhs lacks N, and rhs lacks M [minimum-c1]}}
  // expected-note @unknown {{help: one operand has all dimensions of the other: broadcast(lhs, {M, N}) has them}}
  %2 = wave.minimum %0, %1 : !wave.tile<[M], f32>, !wave.tile<[N], f32> -> !wave.tile<[M], f32>
}

// -----

// minimum C2
wave.kernel @k() {
  // expected-note @below {{lhs is [M] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-note @below {{rhs is [M] f16, a constant}}
  %1 = wave.register 2.0 : f16 : !wave.tile<[M], f16>
  // expected-error @below {{minimum: the element types differ [minimum-c2]}}
  // expected-note @unknown {{help: cast one of them}}
  %2 = wave.minimum %0, %1 : !wave.tile<[M], f32>, !wave.tile<[M], f16> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-error @below {{minimum: there is no arithmetic on i1 [minimum-c2]}}
  // expected-note @unknown {{help: cast to another type first}}
  %2 = wave.minimum %0, %0 : !wave.tile<[M], i1>, !wave.tile<[M], i1> -> !wave.tile<[M], i1>
}

// -----

// minimum C3
wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{minimum: the result [N, M] f32 is not [M, N] f32 [minimum-c3]}}
  // expected-note @unknown {{help: write the result as [M, N] f32}}
  %2 = wave.minimum %1, %0 : !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f32>
}
