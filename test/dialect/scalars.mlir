// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @k
wave.kernel @k(%table: !wave.memory<[T = 8], i32>) bindings {T = 8} grid [1, 1, 1] {
  %ring = wave.allocate "next" : !wave.buffer<2, [SCALAR = 1], i64>
  %x = wave.workgroup_id 0
  %slot = wave.index "$0 % 2" (%x)
  %0 = wave.read_index %table [%x] : !wave.memory<[T = 8], i32>
  // CHECK: wave.scalar_write %{{.*}}, %[[RING:.*]] slot %[[SLOT:.*]] {tag = "next"} : <2, [SCALAR = 1], i64>
  wave.scalar_write %0, %ring slot %slot {tag = "next"} : !wave.buffer<2, [SCALAR = 1], i64>
  // CHECK: %[[READ:.*]] = wave.scalar_read %[[RING]] slot %[[SLOT]] {tag = "next"} : <2, [SCALAR = 1], i64>
  %1 = wave.scalar_read %ring slot %slot {tag = "next"} : !wave.buffer<2, [SCALAR = 1], i64>
  // CHECK: wave.index "$0 * 64" (%[[READ]])
  %2 = wave.index "$0 * 64" (%1)
}
