// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-bind-symbols=subs=M=300 --wave-resolve-hardware --wave-distribute-tiles --split-input-file --verify-diagnostics

wave.kernel @stays(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over T runs while T < 5, and it is not proved that each step takes it on [loop-progress]}}
  // expected-note @unknown {{help: compare the axis with a bound that stays, T < ..., and add at least 1 in each step}}
  wave.iterate T at %t from %id while "$0 < 5" {
    %x = wave.read %a : <[M], f32> -> <[M], f32>
    wave.write %x, %a : <[M], f32>, <[M], f32>
    // expected-note @below {{the next value is T}}
    %next = wave.index "$0 + M - 300" (%t)
    wave.yield next %next
  }
}

// -----

wave.kernel @bound(%a: !wave.memory<[M], f32>) {
  wave.tiling_constraint T tile 1
  %id = wave.workgroup_id 0
  // expected-error @below {{iterate: the loop over T runs while T * T < 100, and it is not proved that each step takes it on [loop-progress]}}
  wave.iterate T at %t from %id while "$0 * $0 < 100" {
    %x = wave.read %a : <[M], f32> -> <[M], f32>
    wave.write %x, %a : <[M], f32>, <[M], f32>
    // expected-note @below {{the next value is T + 1}}
    %next = wave.index "$0 + 1" (%t)
    wave.yield next %next
  }
}

// -----

wave.kernel @range(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  %id = wave.workgroup_id 0
  // expected-error @below {{a scalar is i32, but WORKGROUP_0 * 2000000000 may be from 0 to 148000000000 [index-range]}}
  // expected-note @unknown {{help: make it an i64: scalar(..., i64), self_index(..., i64)}}
  %from = wave.index "$0 * 2000000000" (%id) {i32}
  %x = wave.read %a mapping ["$0 + $i0"] (%from) : <[M], f32> -> <[M], f32>
  wave.write %x, %a : <[M], f32>, <[M], f32>
}

// -----

wave.kernel @clusters(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{grid constraint: 7 workgroups along dimension 0 are no multiple of the 2 of a cluster [grid-size]}}
  // expected-note @unknown {{help: choose 6 or 8 workgroups}}
  wave.grid_constraint [7]
  // expected-note @below {{the hardware constraint is here}}
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %x = wave.read %a : <[M], f32> -> <[M], f32>
  wave.write %x, %a : <[M], f32>, <[M], f32>
}

// -----

wave.kernel @logged(%a: !wave.memory<[M], f32>) {
  wave.grid_constraint [7]
  %x = wave.read %a : <[M], f32> -> <[M], f32>
  // expected-error @below {{debug_log: the kernel has a grid constraint, so that no step and no workgroup says which tile is logged [log-unsupported]}}
  // expected-note @unknown {{help: interpret the kernel, which logs all tiles, or take the call away}}
  wave.debug_log %x "x" : <[M], f32>
}

// -----

// expected-note @unknown {{help: set_symbol gives OFFSET a value later, or in another body: call it before the use, in the same body or in one around it}}
wave.kernel @later(%a: !wave.memory<[M], f32>) attributes {set_elsewhere = ["OFFSET"]} {
  // expected-error @below {{symbol 'OFFSET' has no value [unbound-symbol]}}
  // expected-note @below {{a coordinate of the mapping is OFFSET + iterator(0)}}
  %x = wave.read %a mapping ["$i0 + OFFSET"] : <[M], f32> -> <[M], f32>
  wave.write %x, %a : <[M], f32>, <[M], f32>
}

// -----

wave.kernel @quotient(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  %id = wave.workgroup_id 0
  // expected-error @below {{index $0 / 2: $0 / 2 is an exact quotient, and nothing says that it leaves no remainder [inexact-quotient]}}
  // expected-note @unknown {{help: round it: floordiv, ceildiv}}
  %from = wave.index "$0 / 2" (%id)
  %x = wave.read %a mapping ["$0 + $i0"] (%from) : <[M], f32> -> <[M], f32>
  wave.write %x, %a : <[M], f32>, <[M], f32>
}
