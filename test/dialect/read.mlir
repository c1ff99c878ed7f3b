// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @traced
// CHECK-NEXT:    wave.read %a : <[M, K], f16> -> <[M, K], f16>
// CHECK-NEXT:    wave.read %a {tag = "read_a"} : <[M, K], f16> -> <[M, K], f16>
// CHECK-NEXT:    wave.read %b : <[M], i8, SHARED_ADDRESS_SPACE> -> <[M], i8>
wave.kernel @traced(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[M], i8, SHARED_ADDRESS_SPACE>) {
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.read %a {tag = "read_a"} : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  %2 = wave.read %b : <[M], i8, SHARED_ADDRESS_SPACE> -> <[M], i8>
}

// CHECK-LABEL: wave.kernel @bound
// CHECK-NEXT:    %WORKGROUP_0 = wave.workgroup_id 0
// CHECK-NEXT:    %[[AT_M:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK-NEXT:    %c0 = wave.index 0
// CHECK-NEXT:    wave.read %a at [%[[AT_M]], %c0] {tag = "read_a"} : <[M = 64, K = 64], f16> -> <[M = 32, K = 64], f16>
wave.kernel @bound(%a: !wave.memory<[M = 64, K = 64], f16>) {
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "32 * $0" (%WORKGROUP_0)
  %c0 = wave.index 0
  %0 = wave.read %a at [%m, %c0] {tag = "read_a"}
      : !wave.memory<[M = 64, K = 64], f16> -> !wave.tile<[M = 32, K = 64], f16>
}
