// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | FileCheck %s
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @swap
wave.kernel @swap(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  // CHECK: wave.reordering_constraint WORKGROUP_1 dim 0
  wave.reordering_constraint WORKGROUP_1 dim 0
  // CHECK: wave.reordering_constraint "WORKGROUP_0 % 2" dim 1
  wave.reordering_constraint "WORKGROUP_0 % 2" dim 1
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %b : <[M, N], f32>, <[M, N], f32>
}
