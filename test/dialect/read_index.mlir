// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @k
wave.kernel @k(%a: !wave.memory<[M, N], f32>, %table: !wave.memory<[T, K], i32>) {
  %x = wave.workgroup_id 0
  %y = wave.index "$0 + 1" (%x)
  // CHECK: wave.read_index %table[%WORKGROUP_0, %{{.*}}] fill -1 {tag = "row"} : <[T, K], i32>
  %0 = wave.read_index %table [%x, %y] fill -1 {tag = "row"} : <[T, K], i32>
  // CHECK: wave.index "$0 * 64" (%{{.*}})
  %1 = wave.index "$0 * 64" (%0)
}

// CHECK-LABEL: wave.kernel @order
wave.kernel @order(%order: !wave.memory<[T], i32>) {
  %x = wave.workgroup_id 0
  // CHECK: %[[tile:.*]] = wave.read_index %order[%WORKGROUP_0] permutation : <[T], i32>
  %0 = wave.read_index %order [%x] permutation : <[T], i32>
  // CHECK: %[[less:.*]] = wave.index "$0 < T" (%[[tile]])
  %1 = wave.index "$0 < T" (%0)
  // CHECK: wave.assume %[[less]]{{$}}
  wave.assume %1
  // CHECK: wave.assume %[[less]] "order < T"
  wave.assume %1 "order < T"
}
