// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// C1
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-note @below {{the value is [M, N] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  // expected-error @below {{permute: the result [M] f32 has not the dimensions of the value [M, N] f32 [permute-c1]}}
  // expected-note @unknown {{help: name each dimension of the value once; broadcast gives it more of them, sum, max and min take one away}}
  %1 = wave.permute %0 : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
}

// -----

// C2
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  %0 = wave.read %a : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  // expected-error @below {{permute: the result [N, M] f16 has not the element type of the value [M, N] f32 [permute-c2]}}
  // expected-note @unknown {{help: write the value's element type for the result, and cast it after that}}
  %1 = wave.permute %0 : !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f16>
}
