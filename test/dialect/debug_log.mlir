// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @traced
// CHECK:         wave.debug_log %[[TILE:.*]] "all" : <[M, K], f16>
// CHECK-NEXT:    wave.debug_log %[[TILE]] "a \22row\22" {coordinates = {M = #wave.expr<"N - 1">}, tag = "log"} : <[M, K], f16>
wave.kernel @traced(%a: !wave.memory<[M, K], f16>) {
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  wave.debug_log %0 "all" : !wave.tile<[M, K], f16>
  wave.debug_log %0 "a \22row\22" {coordinates = {M = #wave.expr<"N - 1">}, tag = "log"} : !wave.tile<[M, K], f16>
}

// CHECK-LABEL: wave.kernel @bound
// CHECK:         %[[AT_M:.*]] = wave.index "$0 * 4" (%WORKGROUP_0)
// CHECK:         wave.debug_log %{{.*}} "x" at [%[[AT_M]]] : <[M = 4], f16>
wave.kernel @bound(%a: !wave.memory<[M = 64], f16>) grid [16, 1, 1] {
  wave.workgroup_constraint M tile 4 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.register 1.0 : f16 : !wave.tile<[M = 4], f16>
  %m = wave.index "$0 * 4" (%WORKGROUP_0)
  wave.debug_log %0 "x" at [%m] : !wave.tile<[M = 4], f16>
}
