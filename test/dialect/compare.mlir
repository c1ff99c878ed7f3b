// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @compare
// CHECK:         wave.compare lt %[[X:.*]], %[[Y:.*]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare le %[[X]], %[[Y]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare gt %[[X]], %[[Y]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare ge %[[X]], %[[Y]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare eq %[[X]], %[[Y]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare ne %[[X]], %[[Y]] : <[M, N], f32>, <[N], f32> -> <[M, N], i1>
// CHECK-NEXT:    wave.compare lt %[[Y]], %[[X]] {tag = "t"} : <[N], f32>, <[M, N], f32> -> <[M, N], i1>
wave.kernel @compare() {
  %x = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  %y = wave.register 2.0 : f32 : !wave.tile<[N], f32>
  %0 = wave.compare lt %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %1 = wave.compare le %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %2 = wave.compare gt %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %3 = wave.compare ge %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %4 = wave.compare eq %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %5 = wave.compare ne %x, %y : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[M, N], i1>
  %6 = wave.compare lt %y, %x {tag = "t"} : !wave.tile<[N], f32>, !wave.tile<[M, N], f32> -> !wave.tile<[M, N], i1>
}
