// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @reduce
// CHECK:         %[[S:.*]] = wave.reduce sum %[[X:.*]] along N : <[M, N, K], f32> -> <[M, K], f32>
// CHECK-NEXT:    wave.reduce max %[[X]] init %[[I:.*]] along N {tag = "t"} : <[M, N, K], f32>, !wave.tile<[K, M], f32> -> <[K, M], f32>
// CHECK-NEXT:    wave.reduce min %[[S]] along M : <[M, K], f32> -> <[K], f32>
wave.kernel @reduce() {
  %x = wave.register 1.0 : f32 : !wave.tile<[M, N, K], f32>
  %i = wave.register 2.0 : f32 : !wave.tile<[K, M], f32>
  %0 = wave.reduce sum %x along N : !wave.tile<[M, N, K], f32> -> !wave.tile<[M, K], f32>
  %1 = wave.reduce max %x init %i along N {tag = "t"} : !wave.tile<[M, N, K], f32>, !wave.tile<[K, M], f32> -> !wave.tile<[K, M], f32>
  %2 = wave.reduce min %0 along M : !wave.tile<[M, K], f32> -> !wave.tile<[K], f32>
}
