// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @empty() {
// CHECK-NEXT:  }
wave.kernel @empty() {
}

// The names of the values are the names of the arguments.
// CHECK-LABEL: wave.kernel @copy(
// CHECK-SAME:    %source: !wave.memory<[M], f32>, %target_1: !wave.memory<[M], f32>) {
// CHECK:         %[[TILE:.*]] = wave.read %source
// CHECK:         wave.write %[[TILE]], %target_1
wave.kernel @copy(%source: !wave.memory<[M], f32>, %target_1: !wave.memory<[M], f32>) {
  %0 = wave.read %source : !wave.memory<[M], f32> -> !wave.tile<[M], f32>
  wave.write %0, %target_1 : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}

// CHECK-LABEL: wave.kernel @defaults(%a: !wave.memory<[M], f32>)
// CHECK-NEXT:    defaults {BLOCK_M = 64, M = "BLOCK_M * 4"} {
wave.kernel @defaults(%a: !wave.memory<[M], f32>)
    defaults {M = "BLOCK_M * 4", BLOCK_M = 64} {
}

// CHECK-LABEL: wave.kernel @bound(%a: !wave.memory<[M = 256], f32>)
// CHECK-NEXT:    bindings {M = 256}
// CHECK-NEXT:    grid [4, 1, 1] {
wave.kernel @bound(%a: !wave.memory<[M = 256], f32>)
    bindings {M = 256} grid [4, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
}

// CHECK-LABEL: wave.kernel @hidden() attributes {sym_visibility = "private", vendor.mark} {
"wave.kernel"() <{arg_names = [], sym_name = "hidden"}> ({
^bb0:
}) {sym_visibility = "private", vendor.mark} : () -> ()
