// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// cast C1
wave.kernel @k() {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{cast: the result [N, M] f16 has not the dimensions of the value [M, N] f32 [cast-c1]}}
  // expected-note @unknown {{help: write the value's dimensions for the result, in that order}}
  %1 = wave.cast %0 : !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f16>
}

// -----

wave.kernel @k() {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M = 4], f32>
  // expected-error @below {{[cast-c1]}}
  %1 = wave.cast %0 : !wave.tile<[M = 4], f32> -> !wave.tile<[M = 8], f16>
}
