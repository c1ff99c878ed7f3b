// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// unary C1
wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{exp2: the result [M] f16 is not of the value's type [M] f32 [unary-c1]}}
  // expected-note @unknown {{help: write the result as [M] f32, and cast it after that}}
  %1 = wave.unary exp2 %0 : !wave.tile<[M], f32> -> !wave.tile<[M], f16>
}

// -----

// unary C3
wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{neg: it is exact, and has no approximate form [unary-c3]}}
  // expected-note @unknown {{help: leave 'approximate' out; these functions have the form: exp2, exp, log2, log, sqrt, rcp, rsqrt, tanh}}
  %1 = wave.unary neg approximate %0 : !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// unary C2
wave.kernel @k() {
  // expected-note @below {{the value is [M] i32, a constant}}
  %0 = wave.register 1 : i32 : !wave.tile<[M], i32>
  // expected-error @below {{tanh: there is no tanh of i32 [unary-c2]}}
  // expected-note @unknown {{help: cast to a floating-point type first}}
  %1 = wave.unary tanh %0 : !wave.tile<[M], i32> -> !wave.tile<[M], i32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{the value is [M] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M], i1>
  // expected-error @below {{neg: there is no neg of i1 [unary-c2]}}
  // expected-note @unknown {{help: cast to another type first}}
  %1 = wave.unary neg %0 : !wave.tile<[M], i1> -> !wave.tile<[M], i1>
}

// -----

wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{custom op 'wave.unary' expected string or keyword containing one of the following enum values for attribute 'kind' [exp2, exp, log2, log, sqrt, rsqrt, tanh, abs, neg, tf32, rcp]}}
  %1 = wave.unary sinh %0 : !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{the value is [M] f8e4m3fnuz, a constant}}
  %0 = wave.register 0.5 : f8E4M3FNUZ : !wave.tile<[M], f8E4M3FNUZ>
  // expected-error @below {{neg: there is no neg of f8e4m3fnuz [unary-c2]}}
  // expected-note @unknown {{help: 8-bit floats are for memories and MMAs: cast to f32 first}}
  %1 = wave.unary neg %0 : !wave.tile<[M], f8E4M3FNUZ> -> !wave.tile<[M], f8E4M3FNUZ>
}

// -----

wave.kernel @k() {
  // expected-note @below {{the value is [M] f16, a constant}}
  %0 = wave.register 0.5 : f16 : !wave.tile<[M], f16>
  // expected-error @below {{tf32: there is no tf32 of f16 [unary-c2]}}
  // expected-note @unknown {{help: cast to f32 first}}
  %1 = wave.unary tf32 %0 : !wave.tile<[M], f16> -> !wave.tile<[M], f16>
}
