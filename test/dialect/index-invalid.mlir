// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// index C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{index: the expression $0 + $1 names $0 and $1, and there is 1 operand [index-c1]}}
  // expected-note @unknown {{help: name each operand once or more: $0 is the first}}
  %0 = wave.index "$0 + $1" (%x)
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %x = wave.workgroup_id 0
  // expected-error @below {{index: the expression M + 1 names no operand, and there is 1 operand [index-c1]}}
  %0 = wave.index "M + 1" (%x)
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{index: the expression $1 * 4 names $1, and there are 0 operands [index-c1]}}
  %0 = wave.index "$1 * 4"
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  wave.iterate K at %k {
    // expected-error @below {{index: the expression $K * 2 names $K, and there is 1 operand [index-c1]}}
    %0 = wave.index "$K * 2" (%k)
  }
}

// -----

// index C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %x = wave.workgroup_id 0
  // expected-note @below {{it is $0 * 4}}
  %0 = wave.index "$0 * 4" (%x)
  // expected-error @below {{index: an operand is an expression itself [index-c2]}}
  // expected-note @unknown {{help: write one expression over the operands of both}}
  %1 = wave.index "$0 + 1" (%0)
}

// -----

// Syntax.

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{expression "K +": expected an expression, but the text ends at character 4 [expression-syntax]}}
  %0 = wave.index "K +"
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @+3 {{expected a symbol, a number or an expression between quotes [expression-syntax]}}
  // expected-note @unknown {{help: expressions are numbers and symbols with + - * / %, floordiv, ceildiv, min, max: "M / 2"}}
  %0 = wave.index
}

// -----

// workgroup_id C1
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup_id: dimension 3 is none of 0, 1, 2 [workgroup_id-c1]}}
  // expected-note @unknown {{help: a grid has the dimensions 0, 1 and 2}}
  %0 = wave.workgroup_id 3
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup_id: dimension -1 is none of 0, 1, 2 [workgroup_id-c1]}}
  %0 = wave.workgroup_id -1
}

// -----

// expected-error @below {{expects parent op to be one of 'wave.kernel, wave.iterate, wave.if, wave.role'}}
%0 = wave.index 4
