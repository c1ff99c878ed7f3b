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
  %0 = "wave.read"(%a, %three) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!wave.memory<[M], f16>, i32) -> !wave.tile<[M], f16>
}

// -----

func.func @f(%a: !wave.memory<[M], f16>) {
  // expected-error @below {{expects parent op to be one of 'wave.kernel, wave.iterate, wave.if, wave.role'}}
  %0 = wave.read %a : !wave.memory<[M], f16> -> !wave.tile<[M], f16>
  return
}
