// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// self_index C1
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-error @below {{self_index: the result is [M, N] i32 [self_index-c1]}}
  // expected-note @unknown {{help: coordinates along one dimension are i32 or i64}}
  %0 = wave.self_index : !wave.tile<[M, N], i32>
}

// -----

// self_index C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %at = wave.index 0
  // expected-error @below {{self_index: there are 2 starts, but one dimension [self_index-c2]}}
  // expected-note @unknown {{help: give it one start, or none in the traced form}}
  %0 = wave.self_index at [%at, %at] : !wave.tile<[M = 8], i32>
}
