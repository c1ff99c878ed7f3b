// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// splat C1
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  %size = wave.index M
  // expected-error @below {{splat: the result is [M, N] f32 [splat-c1]}}
  // expected-note @unknown {{help: indices are i32 or i64: cast the result to another type}}
  %0 = wave.splat %size : !wave.tile<[M, N], f32>
}
