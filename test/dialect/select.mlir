// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @select
// CHECK:         wave.select %[[C:.*]], %[[X:.*]], %[[Y:.*]] : <[M], i1>, <[M, N], f32>, <[N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.select %[[C]], %[[Y]], %[[X]] {tag = "t"} : <[M], i1>, <[N], f32>, <[M, N], f32> -> <[M, N], f32>
// CHECK-NEXT:    wave.select %[[C]], %[[C]], %[[C]] : <[M], i1>, <[M], i1>, <[M], i1> -> <[M], i1>
// CHECK-NEXT:    wave.select %[[D:.*]], %[[X]], %[[X]] : <[N, M], i1>, <[M, N], f32>, <[M, N], f32> -> <[N, M], f32>
wave.kernel @select() {
  %c = wave.register true : !wave.tile<[M], i1>
  %d = wave.register true : !wave.tile<[N, M], i1>
  %x = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %y = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  %0 = wave.select %c, %x, %y : !wave.tile<[M], i1>, !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], f32>
  %1 = wave.select %c, %y, %x {tag = "t"} : !wave.tile<[M], i1>, !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
  %2 = wave.select %c, %c, %c : !wave.tile<[M], i1>, !wave.tile<[M], i1>, !wave.tile<[M], i1> -> !wave.tile<[M], i1>
  %3 = wave.select %d, %x, %x : !wave.tile<[N, M], i1>, !wave.tile<[M, N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f32>
}
