// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-place-barriers=counted-copies | FileCheck %s

// In a loop that copies two steps ahead, the copy of the step before stays in flight.
// CHECK-LABEL: wave.kernel @ahead
// CHECK: wave.iterate
// CHECK: wave.barrier copies in_flight 1
// CHECK-NOT: wave.barrier
// CHECK: wave.copy
wave.kernel @ahead(%a: !wave.memory<[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64, K = 640} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <3, [M = 64, K = 64], f32>
  %c0 = wave.index 0
  %c1 = wave.index 1
  %c64 = wave.index 64
  wave.copy %a at [%c0, %c0] to %0 slot %c0 : <[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, <3, [M = 64, K = 64], f32>
  wave.copy %a at [%c0, %c64] to %0 slot %c1 : <[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, <3, [M = 64, K = 64], f32>
  %count = wave.index 8
  wave.iterate K at %K count %count {
    %at = wave.index "$0 * 64 + 128" (%K)
    %next = wave.index "($0 + 2) % 3" (%K)
    %now = wave.index "$0 % 3" (%K)
    %1 = wave.shared_read %0 slot %now : <3, [M = 64, K = 64], f32> -> <[M = 64, K = 64], f32>
    wave.copy %a at [%c0, %at] to %0 slot %next : <[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, <3, [M = 64, K = 64], f32>
    wave.yield
  }
}

// -----

// A loop whose number of steps is known to be no 0 ends the copy before it.
// CHECK-LABEL: wave.kernel @steps
// CHECK: wave.iterate
// CHECK-COUNT-2: wave.barrier
// CHECK-NOT: wave.barrier
wave.kernel @steps(%a: !wave.memory<[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64, K = 640} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 64], f32>
  %1 = wave.allocate "b" : <1, [M = 64, K = 64], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %0 slot %c0 : <[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f32>
  %count = wave.index 8
  wave.iterate K at %K count %count {
    %at = wave.index "$0 * 64 + 64" (%K)
    wave.copy %a at [%c0, %at] to %1 slot %c0 : <[M = 64, K = 640], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f32>
    %2 = wave.shared_read %1 slot %c0 : <1, [M = 64, K = 64], f32> -> <[M = 64, K = 64], f32>
    wave.yield
  }
  %3 = wave.shared_read %0 slot %c0 : <1, [M = 64, K = 64], f32> -> <[M = 64, K = 64], f32>
}

// -----

// One that may take none does not.
// CHECK-LABEL: wave.kernel @steps_or_none
// CHECK: wave.iterate
// CHECK-COUNT-2: wave.barrier
// CHECK: }
// CHECK: wave.barrier copies
// CHECK-NEXT: wave.shared_read
wave.kernel @steps_or_none(%a: !wave.memory<[M = 64, K = K], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 64], f32>
  %1 = wave.allocate "b" : <1, [M = 64, K = 64], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %0 slot %c0 : <[M = 64, K = K], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f32>
  %count = wave.index "ceildiv(K, 64) - 1"
  wave.iterate K at %K count %count {
    %at = wave.index "$0 * 64 + 64" (%K)
    wave.copy %a at [%c0, %at] to %1 slot %c0 : <[M = 64, K = K], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f32>
    %2 = wave.shared_read %1 slot %c0 : <1, [M = 64, K = 64], f32> -> <[M = 64, K = 64], f32>
    wave.yield
  }
  %3 = wave.shared_read %0 slot %c0 : <1, [M = 64, K = 64], f32> -> <[M = 64, K = 64], f32>
}
