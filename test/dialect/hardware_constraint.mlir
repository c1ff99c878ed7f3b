// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @all
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 2, 1>}
wave.kernel @all() {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>, mma_type = "F32_16x16x16_F16"}
}

// CHECK-LABEL: wave.kernel @threads
// CHECK-NEXT:    wave.hardware_constraint threads_per_wave 1{{$}}
wave.kernel @threads() {
  wave.hardware_constraint threads_per_wave 1
}

// CHECK-LABEL: wave.kernel @nothing_said
// CHECK-NEXT:    wave.hardware_constraint{{$}}
wave.kernel @nothing_said() {
  wave.hardware_constraint
}

// CHECK-LABEL: wave.kernel @waves
// CHECK-NEXT:    wave.hardware_constraint {waves_per_block = array<i64: 2, 1, 1>}
wave.kernel @waves() {
  wave.hardware_constraint {waves_per_block = array<i64: 2, 1, 1>}
}
