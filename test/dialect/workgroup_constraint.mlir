// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @three
// CHECK-NEXT:    wave.workgroup_constraint M tile BLOCK_M dim 0
// CHECK-NEXT:    wave.workgroup_constraint N tile 64 dim 1
// CHECK-NEXT:    wave.workgroup_constraint B tile "ceildiv(B, 2)" dim 2
wave.kernel @three(%a: !wave.memory<[B, M, N], f32>) {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.workgroup_constraint B tile "ceiling(B / 2)" dim 2
}

// Keywords of the syntax may be symbols.
// CHECK-LABEL: wave.kernel @keywords
// CHECK-NEXT:    wave.workgroup_constraint tile tile dim dim 0
// CHECK-NEXT:    wave.workgroup_constraint dim tile tile dim 1 {vendor.mark}
wave.kernel @keywords(%a: !wave.memory<[tile, dim], f32>) {
  wave.workgroup_constraint tile tile dim dim 0
  wave.workgroup_constraint dim tile tile dim 1 {vendor.mark}
}
