// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-erase-unused,wave-verify-form{form=bound}))' | FileCheck %s

// Arithmetic that nothing uses, and what only that used, inside a loop and behind it: the read too,
// whose tag a schedule may name.
// CHECK-LABEL: wave.kernel @unused
// CHECK:         wave.unused_tags = ["read_a"]
// CHECK:         %[[ZERO:.*]] = wave.register 0.000000e+00
// CHECK:         %[[SUM:.*]] = wave.iterate K
// CHECK-NOT:     wave.add
// CHECK-NOT:     wave.register
// CHECK-NOT:     wave.read
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
  %5 = wave.read %a at [%start] {tag = "read_a"} : <[M = 64], f32> -> <[M = 32], f32>
  wave.write %1, %c at [%start] : <[M = 32], f32>, <[M = 64], f32>
}

// -----

// Of what a loop carries one value is used, which its own step needs: the other one goes, with what
// makes it.  A loop whose results nothing uses, and which writes nothing, goes; one that writes
// stays.  A tag that is left in use is not among those that are gone.
// CHECK-LABEL: wave.kernel @carried
// CHECK:         wave.unused_tags = ["beside"]
// CHECK:         %[[USED:.*]] = wave.iterate K count %{{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> !wave.tile<[M = 32], f32> {
// CHECK-NEXT:      %[[TWICE:.*]] = wave.add %[[ACC]], %[[ACC]] {tag = "sum"}
// CHECK-NEXT:      wave.yield %[[TWICE]] : !wave.tile<[M = 32], f32>
// CHECK:         wave.write %[[USED]], %c
// CHECK:         wave.iterate K
// CHECK-NEXT:      wave.write
// CHECK-NOT:     wave.iterate
wave.kernel @carried(%k: !wave.memory<[K = 64], f32>, %c: !wave.memory<[M = 64], f32>) bindings {K = 64, M = 64} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.register 1.0 : f32 : <[M = 32], f32>
  %start = wave.index "$0 * 32" (%WORKGROUP_0)
  %count = wave.index 4
  %1:2 = wave.iterate K at %K count %count iter_args(%x = %0, %y = %0) -> (!wave.tile<[M = 32], f32>, !wave.tile<[M = 32], f32>) {
    %2 = wave.mul %x, %y {tag = "beside"} : <[M = 32], f32>, <[M = 32], f32> -> <[M = 32], f32>
    %3 = wave.add %y, %y {tag = "sum"} : <[M = 32], f32>, <[M = 32], f32> -> <[M = 32], f32>
    wave.yield %2, %3 : !wave.tile<[M = 32], f32>, !wave.tile<[M = 32], f32>
  }
  wave.write %1#1, %c at [%start] : <[M = 32], f32>, <[M = 64], f32>
  wave.iterate K at %K count %count {
    wave.write %0, %c at [%start] : <[M = 32], f32>, <[M = 64], f32>
  }
  %4 = wave.iterate K at %K count %count iter_args(%x = %1#1) -> !wave.tile<[M = 32], f32> {
    %5 = wave.add %x, %x {tag = "sum"} : <[M = 32], f32>, <[M = 32], f32> -> <[M = 32], f32>
    wave.yield %5 : !wave.tile<[M = 32], f32>
  }
}
