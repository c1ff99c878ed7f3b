// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @two
// CHECK-NEXT:    wave.tiling_constraint K tile BLOCK_K
// CHECK-NEXT:    wave.tiling_constraint J tile "Min(J, 32)"
wave.kernel @two(%a: !wave.memory<[J, K], f32>) {
  wave.tiling_constraint K tile BLOCK_K
  wave.tiling_constraint J tile "min(J, 32)"
}
