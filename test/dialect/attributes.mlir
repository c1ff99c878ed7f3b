// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt --allow-unregistered-dialect %s | wave-opt --allow-unregistered-dialect | FileCheck %s
// RUN: wave-opt --allow-unregistered-dialect %s --mlir-print-op-generic | wave-opt --allow-unregistered-dialect | FileCheck %s
// RUN: wave-opt --allow-unregistered-dialect %s --mlir-print-debuginfo | wave-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: "symbols"() {a = #wave.expr<M>, b = #wave.expr<M>, c = #wave.expr<"$K">, d = #wave.expr<f32>}
"symbols"() {a = #wave.expr<M>, b = #wave.expr<"M">, c = #wave.expr<"$K">, d = #wave.expr<f32>} : () -> ()

// CHECK: "numbers"() {a = #wave.expr<64>, b = #wave.expr<-3>, c = #wave.expr<64>,
// CHECK-SAME: d = #wave.expr<9223372036854775807>, e = #wave.expr<-9223372036854775808>}
"numbers"() {a = #wave.expr<64>, b = #wave.expr<-3>, c = #wave.expr<"64">,
             d = #wave.expr<9223372036854775807>, e = #wave.expr<"-9223372036854775808">} : () -> ()

// CHECK: "operators"() {
// CHECK-SAME: a = #wave.expr<"M + N">, b = #wave.expr<"M - N">, c = #wave.expr<"M * N">, d = #wave.expr<"M / N">,
// CHECK-SAME: e = #wave.expr<"M % N">, f = #wave.expr<"floordiv(M, N)">, g = #wave.expr<"ceildiv(M, N)">,
// CHECK-SAME: h = #wave.expr<"Min(M, N)">, i = #wave.expr<"Max(M, N)">, j = #wave.expr<"select(M < N, K, N)">,
// CHECK-SAME: k = #wave.expr<"M <= N">, l = #wave.expr<"M == N">, m = #wave.expr<"M != N">, n = #wave.expr<"-M">}
"operators"() {a = #wave.expr<"M + N">, b = #wave.expr<"M - N">, c = #wave.expr<"M * N">, d = #wave.expr<"M / N">,
               e = #wave.expr<"M % N">, f = #wave.expr<"floor(M / N)">, g = #wave.expr<"ceiling(M / N)">,
               h = #wave.expr<"min(M, N)">, i = #wave.expr<"max(M, N)">, j = #wave.expr<"select(M < N, K, N)">,
               k = #wave.expr<"M <= N">, l = #wave.expr<"M == N">, m = #wave.expr<"M != N">, n = #wave.expr<"-M">} : () -> ()

// Expressions are simplified on the way in.
// CHECK: "simplified"() {a = #wave.expr<"M * 2">, b = #wave.expr<0>, c = #wave.expr<12>, d = #wave.expr<M>, e = #wave.expr<"K * (M + N)">}
"simplified"() {a = #wave.expr<"M + M">, b = #wave.expr<"M - M">, c = #wave.expr<"3 * 4">,
                d = #wave.expr<"ceildiv(M, 1)">, e = #wave.expr<"(((M + N))) * K">} : () -> ()

// CHECK: "dims"() {a = #wave.dim<M>, b = #wave.dim<M = 64>, c = #wave.dim<"M + 1" = "N * 2">}
"dims"() {a = #wave.dim<M>, b = #wave.dim<M = 64>, c = #wave.dim<"M + 1" = "2 * N">} : () -> ()
