// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-erase-unused,wave-verify-form{form=bound}))' | FileCheck %s

// Arithmetic that nothing uses, and what only that used, inside a loop and behind it; a read stays.
// CHECK-LABEL: wave.kernel @unused
// CHECK:         %[[ZERO:.*]] = wave.register 0.000000e+00
// CHECK:         %[[SUM:.*]] = wave.iterate K
// CHECK-NOT:     wave.add
// CHECK-NOT:     wave.register
// CHECK:         wave.read %a
// CHECK:         wave.write %[[SUM]], %c
wave.kernel @unused(%a: !wave.memory<[M = 64], f32>, %k: !wave.memory<[K = 64], f32>, %c: !wave.memory<[M = 64], f32>) bindings {K = 64, M = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.register 0.0 : f32 : <[M = 32], f32>
  %count = wave.index 4
  %1 = wave.iterate K at %K count %count iter_args(%acc = %0) -> !wave.tile<[M = 32], f32> {
    %2 = wave.add %acc, %acc : <[M = 32], f32>, <[M = 32], f32> -> <[M = 32], f32>
    %3 = wave.add %2, %acc : <[M = 32], f32>, <[M = 32], f32> -> <[M = 32], f32>
    wave.yield %acc : !wave.tile<[M = 32], f32>
  }
  %4 = wave.register 1.0 : f32 : <[M = 32], f32>
  %start = wave.index "$0 * 32" (%WORKGROUP_0)
  %5 = wave.read %a at [%start] : <[M = 64], f32> -> <[M = 32], f32>
  wave.write %1, %c at [%start] : <[M = 32], f32>, <[M = 64], f32>
}
