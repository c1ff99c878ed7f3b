// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics \
// RUN:   --pass-pipeline='builtin.module(wave.kernel(wave-verify-form,wave-bind-symbols{subs="M=8; B=4"},wave-verify-form{form=sized},wave-resolve-hardware,wave-convert-writes,wave-verify-form{form=sized},wave-distribute-tiles,wave-verify-form{form=bound}))' \
// RUN:   | FileCheck %s

// All passes of binding, each between the forms that it needs and gives.

// CHECK:      wave.kernel @double(%a: !wave.memory<[M = 8], f32>, %b: !wave.memory<[M = 8], f16>)
// CHECK:        %[[AT_M:.*]] = wave.index "$0 * 4" (%WORKGROUP_0)
// CHECK-NEXT:   %[[A:.*]] = wave.read %a at [%[[AT_M]]] : <[M = 8], f32> -> <[M = 4], f32>
// CHECK-NEXT:   %[[SUM:.*]] = wave.add %[[A]], %[[A]] : <[M = 4], f32>, <[M = 4], f32> -> <[M = 4], f32>
// CHECK-NEXT:   %[[OUT:.*]] = wave.cast %[[SUM]] : <[M = 4], f32> -> <[M = 4], f16>
// CHECK-NEXT:   wave.write %[[OUT]], %b at [%[[AT_M]]] : <[M = 4], f16>, <[M = 8], f16>
wave.kernel @double(%a: !wave.memory<[M], f32>, %b: !wave.memory<[M], f16>) {
  wave.workgroup_constraint M tile B dim 0
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  %1 = wave.add %0, %0 : <[M], f32>, <[M], f32> -> <[M], f32>
  // expected-remark @below {{write: f32 values are narrowed to f16 in memory 'b' [narrowing-write]}}
  wave.write %1, %b : <[M], f32>, <[M], f16>
}
