// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// iterate C6
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  // expected-error @below {{iterate: the axis T is no dimension of any argument, and the loop has no condition and no end [iterate-c6]}}
  // expected-note @unknown {{help: say how long it runs: iterate({.axis = T, .end = ...}, ...)}}
  wave.iterate T {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint M tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the axis M of a loop with a condition is a dimension of an argument [iterate-c6]}}
  // expected-note @unknown {{help: the axis is a number there: choose a symbol of its own}}
  wave.iterate M from %id while "$0 < 4" {
    wave.yield next %id
  }
}

// -----

// iterate C7
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint M tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over M has a start, but no condition [iterate-c7]}}
  // expected-note @unknown {{help: say how long it runs: .condition = M < ...}}
  wave.iterate M from %id {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over T has a condition, but no start [iterate-c7]}}
  // expected-note @unknown {{help: say where it begins: .start = WORKGROUP_0 for one}}
  wave.iterate T while "$0 < 4" {
    wave.yield next %id
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the body does not set the next value of T [iterate-c7]}}
  // expected-note @unknown {{help: end the body with set_symbol(T, ...), for one of self_index(T, i32) + NUM_CTAS}}
  wave.iterate T from %id while "$0 < 4" {
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over T has a condition and a count [iterate-c7]}}
  // expected-note @unknown {{help: leave the count out}}
  wave.iterate T count %id from %id while "$0 < 4" {
    wave.yield next %id
  }
}

// -----

// iterate C8
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the condition M < 4 does not depend on the axis T [iterate-c8]}}
  // expected-note @unknown {{help: the loop would run for ever or not at all: compare the axis, T < ...}}
  wave.iterate T from %id while "M < 4" {
    wave.yield next %id
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the condition has $2, but 1 operands [iterate-c8]}}
  // expected-note @unknown {{help: $0 is the counter, $1 the first operand}}
  wave.iterate T from %id while "$0 < $2" (%id) {
    wave.yield next %id
  }
}

// -----

// iterate C9
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over T has a condition and an end [iterate-c9]}}
  // expected-note @unknown {{help: let it begin at .start and run while .condition holds, or leave both out}}
  wave.iterate T end %id from %id while "$0 < 4" {
    wave.yield next %id
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the workgroup constraint of M is here}}
  wave.workgroup_constraint M tile 16 dim 0
  wave.tiling_constraint M tile 4
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over M has a begin, and M is distributed over workgroups [iterate-c9]}}
  // expected-note @unknown {{help: the loop goes through the workgroup's part of M: leave the bounds out, or take the workgroup constraint away}}
  wave.iterate M begin %id {
  }
}
