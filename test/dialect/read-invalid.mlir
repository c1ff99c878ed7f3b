// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// read C1
wave.kernel @k(%a: !wave.memory<[M, K], f16>) {
  // expected-error @below {{read: the result [K, M] f16 has not the dimensions of the memory [M, K] f16 [read-c1]}}
  // expected-note @unknown {{help: write them for the result as the memory has them, in that order}}
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[K, M], f16>
}

// -----

// read C1: a dimension that is dropped is not in the result.
wave.kernel @k(%a: !wave.memory<[B, M], f16>) {
  // expected-error @below {{read: the result [B, M] f16 has not the dimensions of the memory [B, M] f16 [read-c1]}}
  %0 = wave.read %a dropped [B] : !wave.memory<[B, M], f16> -> !wave.tile<[B, M], f16>
}

// -----

// read C2
wave.kernel @k(%a: !wave.memory<[M], f16>) {
  // expected-error @below {{read: the result [M] f32 has not the element type of the memory [M] f16 [read-c2]}}
  // expected-note @unknown {{help: read first, then cast}}
  %0 = wave.read %a : !wave.memory<[M], f16> -> !wave.tile<[M], f32>
}

// -----

// read C3
wave.kernel @k(%a: !wave.memory<[M, K], f16>) {
  %c0 = wave.index 0
  // expected-error @below {{read: 1 starts for 2 dimensions [read-c3]}}
  // expected-note @unknown {{help: give one start for each dimension}}
  %0 = wave.read %a at [%c0] : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f16>) {
  // expected-error @below {{expected ']'}}
  %0 = wave.read %a at [3] : !wave.memory<[M], f16> -> !wave.tile<[M], f16>
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f16>) {
  %three = arith.constant 3 : i32
  // expected-error @below {{operand #1 must be variadic of index, but got 'i32'}}
  %0 = "wave.read"(%a, %three) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (!wave.memory<[M], f16>, i32) -> !wave.tile<[M], f16>
}

// -----

func.func @f(%a: !wave.memory<[M], f16>) {
  // expected-error @below {{expects parent op to be one of 'wave.kernel, wave.iterate, wave.if, wave.role'}}
  %0 = wave.read %a : !wave.memory<[M], f16> -> !wave.tile<[M], f16>
  return
}

// -----

// read C6
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{read (C6): the result has no dimension K [read-c6]}}
  // expected-note @unknown {{help: slice along a dimension of the result}}
  %0 = wave.read %a at [%c0] {slice = #wave.slice<"K" 0 of 2 units 2 of 4>} : !wave.memory<[M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// read C7
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{read (C7): slice 1 is read into no tile of the result's type [read-c7]}}
  // expected-note @unknown {{help: read the first slice into nothing, and each other one into the result of the slice before it}}
  %0 = wave.read %a at [%c0] {slice = #wave.slice<"M" 1 of 2 units 2 of 4>} : !wave.memory<[M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : !wave.memory<[M = 8], f16> -> !wave.tile<[M = 8], f16>
  // expected-error @below {{read (C7): it is read into a tile, and is no slice after the first [read-c7]}}
  %1 = wave.read %a at [%c0] into %0 (!wave.tile<[M = 8], f16>) : !wave.memory<[M = 8], f16> -> !wave.tile<[M = 8], f16>
}

// -----

// read C8
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{read: the path is tma, which it cannot take [read-c8]}}
  // expected-note @unknown {{help: write one of lanes, elements, or leave the path out: wave-choose-paths chooses it}}
  %0 = wave.read %a at [%c0] {path = #wave.path<tma>} : !wave.memory<[M = 8], f16> -> !wave.tile<[M = 8], f16>
}
