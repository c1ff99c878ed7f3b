// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-apply-schedule | FileCheck %s

// What names a trip is issued in it alone: of three stages the read is in two trips of the prologue and the reduction in
// two of the epilogue. Where the launch has too few iterations, the plain loop has what is in the steady loop.
// CHECK-LABEL: wave.kernel @parts
// CHECK: wave.read
// CHECK-NOT: wave.read
// CHECK: wave.set_priority 1
// CHECK: wave.read
// CHECK: wave.iterate
// CHECK: wave.read
// CHECK-NEXT: wave.set_priority 2 {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.reduce
// CHECK: wave.yield
// CHECK: wave.set_priority 3
// CHECK-NEXT: wave.reduce
// CHECK-NOT: wave.set_priority
// CHECK: wave.reduce
// CHECK: } else {
// CHECK-NOT: wave.set_priority {{1|3}}
// CHECK: wave.set_priority 2
// CHECK-NOT: wave.set_priority
wave.kernel @parts(%a: !wave.memory<[M = 32, K = K], f16>, %c: !wave.memory<[M = 32], f16>) bindings {M = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %count = wave.index "ceildiv(K, 16)"
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %count iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 1>} {
    %k = wave.index "$0 * 16" (%K)
    wave.set_priority 1 {wave.inserted = #wave.inserted<before>, wave.trip = #wave.trip<prologue 1>}
    %3 = wave.read %a at [%c0, %k] {wave.time = #wave.time<0, 0>} : <[M = 32, K = K], f16> -> <[M = 32, K = 16], f16>
    wave.set_priority 2 {wave.inserted = #wave.inserted<before>, wave.trip = #wave.trip<kernel 0>}
    wave.set_priority 3 {wave.inserted = #wave.inserted<before>, wave.trip = #wave.trip<epilogue 0>}
    %5 = wave.reduce sum %3 init %arg0 along K {wave.time = #wave.time<2, 0>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}

// -----

// Without an epilogue the steady loop has all four trips, and loads the last tile once more; slots follow on.
// CHECK-LABEL: wave.kernel @no_epilogue
// CHECK: wave.copy
// CHECK: wave.iterate K at %[[K:.*]] count %c4
// CHECK-DAG: %[[AT:.*]] = wave.index "Min($0 + 1, 3) * 16" (%[[K]])
// CHECK-DAG: %[[SLOT:.*]] = wave.index "($0 + 1) % 2" (%[[K]])
// CHECK: wave.copy %a at [%{{.*}}, %[[AT]]] to %{{.*}} slot %[[SLOT]]
// CHECK: wave.reduce
// CHECK-NEXT: wave.yield
// CHECK-NOT: wave.reduce
wave.kernel @no_epilogue(%a: !wave.memory<[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" {wave.buffers = 2 : i64} : <1, [M = 32, K = 16], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 2>, wave.no_epilogue} {
    %k = wave.index "$0 * 16" (%K)
    wave.copy %a at [%c0, %k] to %0 {wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 32, K = 16], f16>
    %4 = wave.shared_read %0 {wave.time = #wave.time<1, 0>} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %4 init %arg0 along K {wave.time = #wave.time<1, 1>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}
