// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// read C4
wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  // expected-error @below {{read: a mapping with 2 expressions for 1 dimensions [read-c4]}}
  // expected-note @unknown {{help: give one expression for each dimension of the memory}}
  %0 = wave.read %a mapping ["$i0", "$i1"] : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  // expected-error @below {{read: the mapping has $1, but 1 coordinates and 1 operands [read-c4]}}
  // expected-note @unknown {{help: $i0 is the first coordinate, $0 the first operand}}
  %0 = wave.read %a mapping ["$i0 + $1"] (%id) : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  // expected-error @below {{read: the mapping has $i1, but 1 coordinates and 0 operands [read-c4]}}
  %0 = wave.read %a mapping ["$i0 + $i1"] : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// read C1: only a mapping changes the dimensions
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-error @below {{read: the result [N, M] f32 has not the dimensions of the memory [M, N] f32 [read-c1]}}
  // expected-note @unknown {{help: write them for the result as the memory has them, in that order}}
  %0 = wave.read %a : !wave.memory<[M, N], f32> -> !wave.tile<[N, M], f32>
}

// -----

// read C5
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{read: the fill value has not the element type of [M] f32 [read-c5]}}
  // expected-note @unknown {{help: write it with that type}}
  %0 = wave.read %a mapping ["$i0 + 1"] fill 1.0 : f16 : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// expected-note @below {{the memory is [M] f32}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{read: it has a fill value and no mapping, without which elements outside the memory take no part [read-c5]}}
  // expected-note @unknown {{help: leave the fill value out, or say by a mapping where the elements are}}
  %0 = wave.read %a fill 1.0 : f32 : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// write C4
wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{write: a mapping with 2 expressions for 1 dimensions [write-c4]}}
  wave.write %0, %a mapping ["$i0", "$i1"] : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}

// -----

// write C5
// expected-note @below {{the memory is [M] f32}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the value is [M] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{write: the coordinate of M in the memory is iterator(0) * 2, which is no iterator plus an offset [write-c5]}}
  // expected-note @unknown {{help: a write moves its elements, and may swap dimensions: M = i + OFFSET; for other orders read by a mapping: read(memory, {.mapping = ...})}}
  wave.write %0, %a mapping ["$i0 * 2"] : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}

// -----

// expected-note @below {{the memory is [P, Q] f32}}
wave.kernel @k(%a: !wave.memory<[P, Q], f32>) {
  // expected-note @below {{the value is [M, N] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{write: two coordinates in the memory follow M of the value [write-c5]}}
  wave.write %0, %a mapping ["$i0", "$i0 + 1"] : !wave.tile<[M, N], f32>, !wave.memory<[P, Q], f32>
}

// -----

// expected-note @below {{the memory is [P] f32}}
wave.kernel @k(%a: !wave.memory<[P], f32>) {
  // expected-note @below {{the value is [M, N] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{write: no coordinate in the memory follows N of the value, so that its elements would be written over each other [write-c5]}}
  wave.write %0, %a mapping ["$i0"] : !wave.tile<[M, N], f32>, !wave.memory<[P], f32>
}
