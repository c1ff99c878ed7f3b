// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @half
// CHECK:         wave.wave_constraint M tile "BLOCK_M / 2"
wave.kernel @half(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.wave_constraint M tile "BLOCK_M / 2"
}

// A step of a loop, and all of a dimension.
// CHECK-LABEL: wave.kernel @others
// CHECK:         wave.wave_constraint K tile 8
// CHECK:         wave.wave_constraint N tile WAVE_N
wave.kernel @others(%a: !wave.memory<[M, K, N], f32>) {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.tiling_constraint K tile 32
  wave.wave_constraint K tile 8
  wave.wave_constraint N tile WAVE_N
}
