// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected a symbol, a number or an expression between quotes [expression-syntax]}}
// expected-note @unknown {{help: expressions are numbers and symbols with + - * / %, floordiv, ceildiv, min, max: "M / 2"}}
func.func private @f() attributes {e = #wave.expr<>}

// -----

// expected-error @below {{expected a symbol, a number or an expression between quotes [expression-syntax]}}
func.func private @f() attributes {e = #wave.dim<M = >}

// -----

// expected-error @below {{expression "": expected an expression, but the text ends at character 1 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"">}

// -----

// expected-error @below {{expression "M + ": expected an expression, but the text ends at character 5 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"M + ">}

// -----

// expected-error @below {{expression "M N": expected an operator or the end at character 3 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"M N">}

// -----

// expected-error @below {{expression "(M": expected ')' at character 3 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"(M">}

// -----

// expected-error @below {{expression "Min(M, N": expected ',' or ')' at character 9 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"Min(M, N">}

// -----

// expected-error @below {{expression "M + pow(M, 2)": 'pow' is not a function at character 5 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"M + pow(M, 2)">}

// -----

// expected-error @below {{expression "ceildiv(M)": ceildiv takes 2 arguments, not 1 at character 1 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"ceildiv(M)">}

// -----

// expected-error @below {{expression "floor(M, N)": floor takes 1 argument, not 2 at character 1 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"floor(M, N)">}

// -----

// expected-error @below {{expression "9223372036854775808": the integer does not fit 64 bits at character 1 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<"9223372036854775808">}

// -----

// A keyword of MLIR is a symbol only if it is a name.
// expected-error @below {{expression "M.x": expected an operator or the end at character 2 [expression-syntax]}}
func.func private @f() attributes {e = #wave.expr<M.x>}

// -----

// expected-error @below {{expected '>'}}
func.func private @f() attributes {e = #wave.expr<M + N>}

// -----

// expected-error @below {{integer value too large}}
func.func private @f() attributes {e = #wave.expr<9223372036854775808>}
