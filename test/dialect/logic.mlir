// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @logic
// CHECK:         wave.logic and %[[X:.*]], %[[Y:.*]] : <[M, N], i1>, <[N], i1> -> <[M, N], i1>
// CHECK-NEXT:    wave.logic or %[[X]], %[[Y]] : <[M, N], i1>, <[N], i1> -> <[M, N], i1>
// CHECK-NEXT:    wave.logic xor %[[X]], %[[Y]] : <[M, N], i1>, <[N], i1> -> <[M, N], i1>
// CHECK-NEXT:    wave.logic and %[[Y]], %[[X]] {tag = "t"} : <[N], i1>, <[M, N], i1> -> <[M, N], i1>
wave.kernel @logic() {
  %x = wave.register true : !wave.tile<[M, N], i1>
  %y = wave.register false : !wave.tile<[N], i1>
  %0 = wave.logic and %x, %y : !wave.tile<[M, N], i1>, !wave.tile<[N], i1> -> !wave.tile<[M, N], i1>
  %1 = wave.logic or %x, %y : !wave.tile<[M, N], i1>, !wave.tile<[N], i1> -> !wave.tile<[M, N], i1>
  %2 = wave.logic xor %x, %y : !wave.tile<[M, N], i1>, !wave.tile<[N], i1> -> !wave.tile<[M, N], i1>
  %3 = wave.logic and %y, %x {tag = "t"} : !wave.tile<[N], i1>, !wave.tile<[M, N], i1> -> !wave.tile<[M, N], i1>
}
