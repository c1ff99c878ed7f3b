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
  // expected-error @below {{read: the mapping has $1, but 1 operands [read-c4]}}
  // expected-note @unknown {{help: $i0 is the first coordinate, $0 the first operand}}
  %0 = wave.read %a mapping ["$i0 + $1"] (%id) : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  // expected-error @below {{read: the coordinate of M in the memory is $i0 * 2, which is not $i0 plus an offset [mapping-unsupported]}}
  // expected-note @unknown {{help: a mapping moves each dimension by an offset: $i0 is the coordinate of the tile along M}}
  %0 = wave.read %a mapping ["$i0 * 2"] : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  // expected-error @below {{read: the coordinate of M in the memory is $i1, which is not $i0 plus an offset [mapping-unsupported]}}
  %0 = wave.read %b mapping ["$i1", "$i0"] : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
}

// -----

// write C4
wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M, N], f32>) {
  %id = wave.workgroup_id 0
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{write: a mapping with 2 expressions for 1 dimensions [write-c4]}}
  wave.write %0, %a mapping ["$i0", "$i1"] : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}
