// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// read_index C1
wave.kernel @k(%table: !wave.memory<[T, K], i32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{read_index: 1 coordinates for 2 dimensions [read_index-c1]}}
  // expected-note @unknown {{help: give one coordinate for each dimension}}
  %0 = wave.read_index %table [%x] : <[T, K], i32>
}

// -----

// read_index C2
wave.kernel @k(%table: !wave.memory<[T], f32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{read: the elements of [T] f32 cannot be scalars, which are i32 or i64 [read_index-c2]}}
  // expected-note @unknown {{help: give the memory that type, or the register a dimension}}
  %0 = wave.read_index %table [%x] : <[T], f32>
}

// -----

// read_index C3
wave.kernel @k(%table: !wave.memory<[T], i32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{read: a scalar is read from a memory that the kernel writes to, and what it reads would depend on which wave is first [read_index-c3]}}
  // expected-note @unknown {{help: read scalars from a memory of their own}}
  %0 = wave.read_index %table [%x] : <[T], i32>
  %1 = wave.register 0 : i32 : <[T], i32>
  // expected-note @below {{the memory is written to here}}
  wave.write %1, %table : <[T], i32>, <[T], i32>
}

// -----

// read_index C4
wave.kernel @k(%table: !wave.memory<[T, K], i32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{table: [T, K] i32 has not one dimension, so that it is no permutation [read_index-c4]}}
  // expected-note @unknown {{help: give the memory one dimension, with a number for each tile}}
  %0 = wave.read_index %table [%x, %x] permutation : <[T, K], i32>
}
