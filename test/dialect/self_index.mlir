// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @k
// CHECK:         wave.self_index : <[M], i32>
// CHECK-NEXT:    %[[AT:.*]] = wave.index 4
// CHECK-NEXT:    wave.self_index at [%[[AT]]] : <[M = 8], i64>
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %0 = wave.self_index : !wave.tile<[M], i32>
  %at = wave.index 4
  %1 = wave.self_index at [%at] : !wave.tile<[M = 8], i64>
}
