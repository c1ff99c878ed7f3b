// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of f64, which LLVM has none of for these chips, are instructions on the lane's
// elements: no call, no branch.
//
// RUN: wave emit %s --stage asm --target hip:gfx942 | FileCheck %s
// RUN: wave emit %s --stage asm --target hip:gfx950 | FileCheck %s
// RUN: wave emit %s --stage target --target hip:gfx942 | FileCheck %s --check-prefix=TARGET

// TARGET-NOT: llvm.intr.{{exp|log|tanh}}
// TARGET: llvm.intr.fma
// CHECK-LABEL: functions:
// CHECK-NOT: {{s_swappc|s_cbranch}}
// CHECK-DAG: v_fma_f64
// CHECK-DAG: v_div_fixup_f64
// CHECK-DAG: v_cmp_lt_f64
// CHECK: s_endpgm
wave.kernel @functions(%a: !wave.memory<[M], f64>, %c: !wave.memory<[M], f64>) defaults {M = 256} {
  wave.workgroup_constraint M tile 256 dim 0
  %0 = wave.read %a : <[M], f64> -> <[M], f64>
  %1 = wave.unary exp2 %0 : <[M], f64> -> <[M], f64>
  %2 = wave.unary exp %1 : <[M], f64> -> <[M], f64>
  %3 = wave.unary log2 %2 : <[M], f64> -> <[M], f64>
  %4 = wave.unary log %3 : <[M], f64> -> <[M], f64>
  %5 = wave.unary rsqrt %4 : <[M], f64> -> <[M], f64>
  %6 = wave.unary tanh %5 : <[M], f64> -> <[M], f64>
  wave.write %6, %c : <[M], f64>, <[M], f64>
}
