// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-apply-schedule --verify-diagnostics | FileCheck %s

// What is inserted before or after an operation is issued with it in prologue, steady loop and epilogue; what is
// inserted at the start or the end of a trip, in the steady loop alone.
// CHECK-LABEL: wave.kernel @pipelined
// CHECK-NOT: wave.set_priority
// CHECK: wave.sched_barrier {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.wait_counters vmcnt 2 {wave.inserted = #wave.inserted<before>}
// CHECK-NOT: wave.{{set_priority|sched|barrier}}
// CHECK: wave.read %a
// CHECK: wave.iterate
// CHECK-NEXT: wave.set_priority 2 {wave.inserted = #wave.inserted<start>}
// CHECK-NOT: wave.{{set_priority|barrier|shared}}
// CHECK: wave.sched_barrier {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.wait_counters vmcnt 2 {wave.inserted = #wave.inserted<before>}
// CHECK-NOT: wave.{{set_priority|sched|barrier|shared}}
// CHECK: wave.read %a
// CHECK: wave.shared_read
// CHECK-NEXT: wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.set_priority 0 {wave.inserted = #wave.inserted<after>}
// CHECK-NEXT: wave.barrier {wave.inserted = #wave.inserted<after>}
// CHECK: wave.shared_write
// CHECK-NEXT: wave.set_priority 3 {wave.inserted = #wave.inserted<end>}
// CHECK-NEXT: wave.yield
// CHECK-NOT: wave.set_priority {{2|3}}
// CHECK: wave.set_priority 1
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.set_priority 0
// CHECK-NEXT: wave.barrier
// CHECK-NOT: wave.time
wave.kernel @pipelined(%a: !wave.memory<[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 64], f16>, %c: !wave.memory<[M = 32, N = 16], f32>)
    bindings {K = 64, M = 32, N = 16}
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" {wave.buffers = 1 : i64} : <1, [M = 32, K = 16], f16>
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 16], f32>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32, N = 16], f32> attributes {wave.pipeline = #wave.pipeline<interval 2>} {
    wave.set_priority 2 {wave.inserted = #wave.inserted<start>}
    %k = wave.index "$0 * 16" (%K)
    wave.sched_barrier {wave.inserted = #wave.inserted<before>}
    wave.wait_counters vmcnt 2 {wave.inserted = #wave.inserted<before>}
    %3 = wave.read %a at [%c0, %k] {tag = "read_a", wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    wave.shared_write %3, %0 {tag = "read_a", wave.time = #wave.time<0, 1>} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>
    %4 = wave.shared_read %0 {tag = "read_a", wave.time = #wave.time<1, 0>} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.read %b at [%c0, %k] {wave.time = #wave.time<0, 0>} : <[N = 16, K = 64], f16> -> <[N = 16, K = 16], f16>
    wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16", wave.time = #wave.time<1, 1>} : <[M = 32, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 32, N = 16], f32>
    wave.set_priority 0 {wave.inserted = #wave.inserted<after>}
    wave.barrier {wave.inserted = #wave.inserted<after>}
    wave.set_priority 3 {wave.inserted = #wave.inserted<end>}
    wave.yield %6 : !wave.tile<[M = 32, N = 16], f32>
  }
  wave.write %2, %c at [%c0, %c0] : <[M = 32, N = 16], f32>, <[M = 32, N = 16], f32>
}

// -----

// With scheduling barriers one stands between the tuples of the steady loop, an empty tuple or not.
// CHECK-LABEL: wave.kernel @barriers
// CHECK-NOT: scheduling_barriers
// CHECK-NOT: wave.sched_barrier
// CHECK: wave.iterate
// CHECK: wave.read
// CHECK: wave.sched_barrier
// CHECK-NEXT: wave.reduce
// CHECK-NEXT: wave.yield
// CHECK-NOT: wave.sched_barrier
wave.kernel @barriers(%a: !wave.memory<[M = 32, K = 64], f16>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1] attributes {wave.scheduling_barriers} {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 3>} {
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%c0, %k] {wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %3 init %arg0 along K {wave.time = #wave.time<1, 2>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}

// -----

// A loop that is issued in its order already is taken apart for them too.
// CHECK-LABEL: wave.kernel @one_stage
// CHECK: wave.iterate
// CHECK: wave.read
// CHECK: wave.sched_barrier
// CHECK-NEXT: wave.reduce
wave.kernel @one_stage(%a: !wave.memory<[M = 32, K = 64], f16>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1] attributes {wave.scheduling_barriers} {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 2>} {
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%c0, %k] {wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %3 init %arg0 along K {wave.time = #wave.time<0, 1>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}

// -----

// Where no loop is pipelined they have no place.
// CHECK-LABEL: wave.kernel @nothing
// expected-remark @below {{use_scheduling_barriers has no effect: no loop of kernel 'nothing' is pipelined [hint-unused]}}
wave.kernel @nothing(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] attributes {wave.scheduling_barriers} {
}

// -----

// A hint goes with its operation into the roles that run it, one of a loop with the loop into each.
// CHECK-LABEL: wave.kernel @roles
// CHECK: wave.role "load"
// CHECK: wave.iterate
// CHECK-NEXT: wave.set_priority 1
// CHECK: wave.acquire
// CHECK: wave.set_priority 3
// CHECK: wave.copy
// CHECK-NOT: wave.set_priority 2
// CHECK: wave.role "consumer"
// CHECK: wave.iterate
// CHECK-NEXT: wave.set_priority 1
// CHECK-NOT: wave.set_priority 3
// CHECK: wave.wait
// CHECK-NEXT: wave.set_priority 2
wave.kernel @roles(%a: !wave.memory<[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1]
    attributes {wave.roles = [#wave.role<"load" waves 1>, #wave.role<"consumer" waves 1>]} {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" {wave.buffers = 2 : i64} : <1, [M = 32, K = 16], f16>
  %channel = wave.channel %0 : !wave.buffer<1, [M = 32, K = 16], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> {
    wave.set_priority 1 {wave.inserted = #wave.inserted<start>}
    %k = wave.index "$0 * 16" (%K)
    wave.acquire %channel number %K {wave.role = "load"}
    wave.set_priority 3 {wave.inserted = #wave.inserted<before>}
    wave.copy %a at [%c0, %k] to %0 {wave.role = "load"} : <[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 32, K = 16], f16>
    wave.commit %channel number %K {wave.role = "load"}
    wave.wait %channel number %K {wave.role = "consumer"}
    wave.set_priority 2 {wave.inserted = #wave.inserted<after>}
    %4 = wave.shared_read %0 {wave.role = "consumer"} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    wave.release %channel number %K {wave.role = "consumer"}
    %5 = wave.reduce sum %4 init %arg0 along K : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] {wave.role = "consumer"} : <[M = 32], f16>, <[M = 32], f16>
}
