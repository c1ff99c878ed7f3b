// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @maximum
// CHECK:         wave.maximum %[[X:.*]], %[[Y:.*]] : <[M, N], f32>, <[N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.maximum %[[Y]], %[[X]] {tag = "t"} : <[N], f32>, <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.maximum %[[X]], %[[Z:.*]] : <[M, N], f32>, <[N, M], f32> -> <[M, N], f32>
wave.kernel @maximum() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  %2 = wave.register 3.0 : f32 : !wave.tile<[N, M], f32>
  %3 = wave.maximum %0, %1 : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], f32>
  %4 = wave.maximum %1, %0 {tag = "t"} : !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %5 = wave.maximum %0, %2 : !wave.tile<[M, N], f32>, !wave.tile<[N, M], f32> -> !wave.tile<[M, N], f32>
}
