// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// if C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  %some = wave.index "0 < M"
  // expected-error @below {{if: the two ways do not yield the results' types [if-c1]}}
  // expected-note @unknown {{help: end both with a yield of values of those types, in that order}}
  %s = wave.if %some -> (!wave.tile<[M = 8], f32>) {
    wave.yield %r : !wave.tile<[M = 8], f32>
  } else {
    wave.yield
  }
}
