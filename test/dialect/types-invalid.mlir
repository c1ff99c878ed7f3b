// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// tile C1
// expected-error @below {{tile: there are no dimensions [tile-c1]}}
// expected-note @unknown {{help: name one at least: a single number has a dimension of size 1}}
func.func private @f(!wave.tile<[], f16>)

// -----

// expected-error @below {{tile: two dimensions are called M [tile-c1]}}
// expected-note @unknown {{help: dimensions are known by their names: take another symbol for one of them, and bind both to the same size}}
func.func private @f(!wave.tile<[M, N, "1 * M"], f16>)

// -----

// tile C2
// expected-error @below {{tile: 'f8E8M0FNU' is none of f16, bf16, f32, f64, i8, i32, i64, i1, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ [tile-c2]}}
// expected-note @unknown {{help: choose one of them}}
func.func private @f(!wave.tile<[M], f8E8M0FNU>)

// -----

// expected-error @below {{tile: 'ui8' is none of f16, bf16, f32, f64, i8, i32, i64, i1, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ [tile-c2]}}
func.func private @f(!wave.tile<[M], ui8>)

// -----

// tile C3
// expected-error @below {{tile: the size of K is -1 [tile-c3]}}
// expected-note @unknown {{help: sizes are at least 0}}
func.func private @f(!wave.tile<[M = 0, K = -1], f16>)

// -----

// memory C1
// expected-error @below {{memory: there are no dimensions [memory-c1]}}
func.func private @f(!wave.memory<[], f16>)

// -----

// expected-error @below {{memory: two dimensions are called M [memory-c1]}}
func.func private @f(!wave.memory<[M = 1, M = 2], f16>)

// -----

// memory C2
// expected-error @below {{memory: 'index' is none of f16, bf16, f32, f64, i8, i32, i64, i1, f8E4M3FN, f8E5M2, f8E4M3FNUZ, f8E5M2FNUZ [memory-c2]}}
func.func private @f(!wave.memory<[M], index>)

// -----

// memory C3
// expected-error @below {{memory: the size of M is -9223372036854775808 [memory-c3]}}
func.func private @f(!wave.memory<[M = -9223372036854775808], f32>)

// -----

// expected-error @below {{expected a symbol, a number or an expression between quotes [expression-syntax]}}
// expected-note @unknown {{help: expressions are numbers and symbols with + - * / %, floordiv, ceildiv, min, max: "M / 2"}}
func.func private @f(!wave.memory<[M], f32, >)

// -----

// expected-error @below {{expected ']'}}
func.func private @f(!wave.tile<[M / 2], f16>)
