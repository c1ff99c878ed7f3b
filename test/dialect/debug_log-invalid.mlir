// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// debug_log C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the value is [M] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  // expected-error @below {{debug_log: the value has no dimension N to choose from [debug_log-c1]}}
  // expected-note @unknown {{help: name dimensions of the value; those that are not named are sent whole}}
  wave.debug_log %0 "x" {coordinates = {N = #wave.expr<3>}} : !wave.tile<[M], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %0 = wave.read %a : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  // expected-error @below {{debug_log: the coordinate of M is not an expression [debug_log-c1]}}
  // expected-note @unknown {{help: write M = #wave.expr<3>}}
  wave.debug_log %0 "x" {coordinates = {M = 3}} : !wave.tile<[M], f32>
}

// -----

// debug_log C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %0 = wave.read %a : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  %c0 = wave.index 0
  // expected-error @below {{debug_log: 2 starts for 1 dimensions [debug_log-c2]}}
  // expected-note @unknown {{help: give one start for each dimension}}
  wave.debug_log %0 "x" at [%c0, %c0] : !wave.tile<[M], f32>
}

// -----

// debug_log C3
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : !wave.memory<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  // expected-error @below {{debug_log: it has steps of loops, and no number of the call [debug_log-c3]}}
  // expected-note @unknown {{help: give the number of the call too, or leave the steps out}}
  "wave.debug_log"(%0, %c0, %c0) <{label = "a", operandSegmentSizes = array<i32: 1, 1, 1>}> : (!wave.tile<[M = 8], f32>, index, index) -> ()
}
