// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @cast
// CHECK:         wave.cast %[[X:.*]] : <[M, N], f32> -> <[M, N], f16>
// CHECK-NEXT:    wave.cast %[[X]] {tag = "t"} : <[M, N], f32> -> <[M, N], i1>
wave.kernel @cast() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.cast %0 : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f16>
  %2 = wave.cast %0 {tag = "t"} : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], i1>
}
