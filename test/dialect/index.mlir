// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// Constants and the ids of the workgroup have names of their own, other indices have numbers.
// CHECK-LABEL: wave.kernel @names
// CHECK-NEXT:    %WORKGROUP_0 = wave.workgroup_id 0
// CHECK-NEXT:    %WORKGROUP_1 = wave.workgroup_id 1
// CHECK-NEXT:    %WORKGROUP_2 = wave.workgroup_id 2 {vendor.mark}
// CHECK-NEXT:    %c4 = wave.index 4
// CHECK-NEXT:    %c4_0 = wave.index 4
// CHECK-NEXT:    %{{c.*1}} = wave.index -1
// CHECK-NEXT:    %0 = wave.index "$0 * 64" (%WORKGROUP_0)
// CHECK-NEXT:    %1 = wave.index "$0 + $1 % 2" (%WORKGROUP_1, %WORKGROUP_2) {vendor.mark}
wave.kernel @names(%a: !wave.memory<[M, K], f32>) {
  %x = wave.workgroup_id 0
  %y = wave.workgroup_id 1
  %z = wave.workgroup_id 2 {vendor.mark}
  %four = wave.index 4
  %again = wave.index "2 + 2"
  %negative = wave.index -1
  %row = wave.index "64 * $0" (%x)
  %column = wave.index "$0 + $1 % 2" (%y, %z) {vendor.mark}
}

// Symbols that are no operands are sizes; an operand may occur several times, and be a counter.
// CHECK-LABEL: wave.kernel @sizes
// CHECK-NEXT:    wave.tiling_constraint K
// CHECK-NEXT:    wave.index M
// CHECK-NEXT:    wave.index "ceildiv(K, 16)"
// CHECK-NEXT:    wave.index "0 < K"
// CHECK:         wave.iterate K at %K {
// CHECK-NEXT:      wave.index "$0 * ceildiv(K, 16) + $0 % 3" (%K)
// CHECK-NEXT:      wave.index "$0 * M + $1" (%K, %WORKGROUP_0)
wave.kernel @sizes(%a: !wave.memory<[M, K], f32>) {
  wave.tiling_constraint K tile 16
  %rows = wave.index M
  %steps = wave.index "ceildiv(K, 16)"
  %some = wave.index "0 < K"
  %x = wave.workgroup_id 0
  wave.iterate K at %k {
    %twice = wave.index "$0 * ceildiv(K, 16) + $0 % 3" (%k)
    %both = wave.index "$0 * M + $1" (%k, %x)
  }
}
