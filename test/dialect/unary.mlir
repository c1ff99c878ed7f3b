// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @unary
// CHECK:         wave.unary exp2 %[[X:.*]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary exp %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary log2 %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary log %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary sqrt %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary rsqrt %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary tanh %[[X]] {tag = "t"} : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary abs %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary neg %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary rcp %[[X]] : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary exp2 approximate %[[X]] {tag = "a"} : <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.unary abs %{{.*}} : <[M], i8> -> <[M], i8>
// CHECK-NEXT:    wave.unary neg %{{.*}} : <[M], i8> -> <[M], i8>
// CHECK-NEXT:    wave.unary tf32 %[[X]] : <[M, N], f32> -> <[M, N], f32>
wave.kernel @unary() {
  %x = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %i = wave.register 2 : i8 : !wave.tile<[M], i8>
  %0 = wave.unary exp2 %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %1 = wave.unary exp %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %2 = wave.unary log2 %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %3 = wave.unary log %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %4 = wave.unary sqrt %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %5 = wave.unary rsqrt %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %6 = wave.unary tanh %x {tag = "t"} : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %7 = wave.unary abs %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %8 = wave.unary neg %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %13 = wave.unary rcp %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %12 = wave.unary exp2 approximate %x {tag = "a"} : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %9 = wave.unary abs %i : !wave.tile<[M], i8> -> !wave.tile<[M], i8>
  %10 = wave.unary neg %i : !wave.tile<[M], i8> -> !wave.tile<[M], i8>
  %11 = wave.unary tf32 %x : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
}
