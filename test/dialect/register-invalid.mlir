// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// register C1
wave.kernel @k() {
  // expected-error @below {{register: the value is no number of the element type of [M] f32 [register-c1]}}
  // expected-note @unknown {{help: write a number and that type, as in 0.000000e+00 : f32}}
  %0 = wave.register 0 : i32 : !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-error @below {{register: the value is no number of the element type of [M] f32 [register-c1]}}
  %0 = "wave.register"() <{value = "0.0" : f32}> : () -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-error @below {{register: the value is no number of the element type of [M] f32 [register-c1]}}
  %0 = "wave.register"() <{value = dense<0.0> : tensor<2xf32>}> : () -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-error @below {{result #0 must be a tile: one element per coordinate of its dimensions, but got 'f32'}}
  %0 = "wave.register"() <{value = 0.0 : f32}> : () -> f32
}
