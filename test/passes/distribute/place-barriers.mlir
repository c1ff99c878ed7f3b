// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-place-barriers | FileCheck %s

// One buffer: all waves have read it before any writes it again, and the other way round.
// CHECK-LABEL: wave.kernel @one
// CHECK: wave.shared_write
// CHECK-NEXT: %c1 = wave.index 1
// CHECK-NEXT: wave.iterate
// CHECK: wave.barrier
// CHECK-NEXT: wave.shared_read
// CHECK-NOT: wave.shared
// CHECK: wave.barrier
// CHECK-NEXT: wave.shared_write
// CHECK-NOT: wave.barrier
// CHECK: wave.yield
// CHECK: wave.barrier
// CHECK-NEXT: wave.shared_read
// CHECK-NOT: wave.barrier
wave.kernel @one(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 64], f16>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 64, M = 64, N = 32}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.wave_constraint M tile 16
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 32, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 32], f32>
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  %2 = wave.read %a at [%m, %c0] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
  %3 = wave.read %b at [%c0, %c0] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16>
  wave.shared_write %2, %0 {tag = "read_a"} : <[M = 32, K = 32], f16>, <1, [M = 32, K = 32], f16>
  %c1 = wave.index 1
  %4:2 = wave.iterate K at %K count %c1 iter_args(%arg0 = %1, %arg1 = %3) -> (!wave.tile<[M = 32, N = 32], f32>, !wave.tile<[N = 32, K = 32], f16>) attributes {stages = 2 : i64} {
    %k = wave.index "$0 * 32 + 32" (%K)
    %7 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
    %8 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
    %9 = wave.read %b at [%c0, %k] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16>
    wave.shared_write %7, %0 {tag = "read_a"} : <[M = 32, K = 32], f16>, <1, [M = 32, K = 32], f16>
    %10 = wave.mma %8, %arg1, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 32, N = 32], f32>
    wave.yield %10, %9 : !wave.tile<[M = 32, N = 32], f32>, !wave.tile<[N = 32, K = 32], f16>
  }
  %5 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
  %6 = wave.mma %5, %4#1, %4#0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 32, N = 32], f32>
  wave.write %6, %c at [%m, %c0] : <[M = 32, N = 32], f32>, <[M = 64, N = 32], f32>
}

// -----

// Two buffers: one barrier a step parts both.
// CHECK-LABEL: wave.kernel @two
// CHECK: wave.shared_write
// CHECK-NEXT: %c1 = wave.index 1
// CHECK-NEXT: wave.iterate
// CHECK: wave.barrier
// CHECK-NEXT: wave.shared_read
// CHECK-NOT: wave.barrier
// CHECK: wave.shared_write
// CHECK-NOT: wave.barrier
// CHECK: wave.yield
// CHECK: wave.barrier
// CHECK-NEXT: wave.shared_read
// CHECK-NOT: wave.barrier
wave.kernel @two(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 64], f16>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 64, M = 64, N = 32}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.wave_constraint M tile 16
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 32, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 32], f32>
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  %2 = wave.read %a at [%m, %c0] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
  %3 = wave.read %b at [%c0, %c0] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16>
  wave.shared_write %2, %0 slot %c0 {tag = "read_a"} : <[M = 32, K = 32], f16>, <2, [M = 32, K = 32], f16>
  %c1 = wave.index 1
  %4:2 = wave.iterate K at %K count %c1 iter_args(%arg0 = %1, %arg1 = %3) -> (!wave.tile<[M = 32, N = 32], f32>, !wave.tile<[N = 32, K = 32], f16>) attributes {stages = 2 : i64} {
    %k = wave.index "$0 * 32 + 32" (%K)
    %7 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
    %slot = wave.index "$0 % 2" (%K)
    %8 = wave.shared_read %0 slot %slot {tag = "read_a"} : <2, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
    %9 = wave.read %b at [%c0, %k] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16>
    %slot_1 = wave.index "($0 + 1) % 2" (%K)
    wave.shared_write %7, %0 slot %slot_1 {tag = "read_a"} : <[M = 32, K = 32], f16>, <2, [M = 32, K = 32], f16>
    %10 = wave.mma %8, %arg1, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 32, N = 32], f32>
    wave.yield %10, %9 : !wave.tile<[M = 32, N = 32], f32>, !wave.tile<[N = 32, K = 32], f16>
  }
  %5 = wave.shared_read %0 slot %c1 {tag = "read_a"} : <2, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
  %6 = wave.mma %5, %4#1, %4#0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 32, N = 32], f32>
  wave.write %6, %c at [%m, %c0] : <[M = 32, N = 32], f32>, <[M = 64, N = 32], f32>
}

// -----

// A memory that is read behind a write of it.
// CHECK-LABEL: wave.kernel @global
// CHECK: wave.write
// CHECK-NEXT: wave.barrier global
// CHECK-NEXT: wave.read
// CHECK-NEXT: wave.write
wave.kernel @global(%a: !wave.memory<[M = 16], f32>, %b: !wave.memory<[M = 16], f32>) bindings {M = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 16], f32>
  %c0 = wave.index 0
  wave.write %0, %a at [%c0] : <[M = 16], f32>, <[M = 16], f32>
  %1 = wave.read %a at [%c0] : <[M = 16], f32> -> <[M = 16], f32>
  wave.write %1, %b at [%c0] : <[M = 16], f32>, <[M = 16], f32>
}

// -----

// The waves wait for the ends of their copies where somebody uses what these brought, and
// only there.
// CHECK-LABEL: wave.kernel @copied
// CHECK: wave.copy
// CHECK-NEXT: wave.barrier copies{{$}}
// CHECK-NEXT: wave.shared_read
// CHECK-NEXT: wave.barrier{{$}}
// CHECK-NEXT: wave.shared_write
wave.kernel @copied(%a: !wave.memory<[M = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0] to %0 : <[M = 64], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64], f32>
  %1 = wave.shared_read %0 : <1, [M = 64], f32> -> <[M = 64], f32>
  wave.shared_write %1, %0 : <[M = 64], f32>, <1, [M = 64], f32>
  wave.write %1, %c at [%c0] : <[M = 64], f32>, <[M = 64], f32>
}

// -----

// A barrier that a schedule has inserted stays where nothing needs it, is enough where it stands, and gets the reach
// that is needed there: no other one is placed beside it.
// CHECK-LABEL: wave.kernel @inserted
// CHECK: wave.copy
// CHECK-NEXT: wave.barrier copies {wave.inserted = #wave.inserted<after>}
// CHECK-NEXT: wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.shared_read
// CHECK-NEXT: wave.barrier {wave.inserted = #wave.inserted<after>}
// CHECK-NEXT: wave.shared_write
// CHECK-NEXT: wave.barrier {wave.inserted = #wave.inserted<after>}
// CHECK-NEXT: wave.write
// CHECK-NEXT: }
wave.kernel @inserted(%a: !wave.memory<[M = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0] to %0 : <[M = 64], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64], f32>
  wave.barrier {wave.inserted = #wave.inserted<after>}
  wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
  %1 = wave.shared_read %0 : <1, [M = 64], f32> -> <[M = 64], f32>
  wave.barrier {wave.inserted = #wave.inserted<after>}
  wave.shared_write %1, %0 : <[M = 64], f32>, <1, [M = 64], f32>
  wave.barrier global {wave.inserted = #wave.inserted<after>}
  wave.write %1, %c at [%c0] : <[M = 64], f32>, <[M = 64], f32>
}

// -----

// None comes between a hint and the operation that it was inserted before, and none between a hint and the one that
// it was inserted after.
// CHECK-LABEL: wave.kernel @beside_hints
// CHECK: wave.copy
// CHECK-NEXT: wave.set_priority 0 {wave.inserted = #wave.inserted<after>}
// CHECK-NEXT: wave.barrier copies{{$}}
// CHECK-NEXT: wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.sched_barrier {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.index
// CHECK-NEXT: wave.shared_read
wave.kernel @beside_hints(%a: !wave.memory<[M = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 64], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0] to %0 : <[M = 64], f32, SHARED_ADDRESS_SPACE>, <2, [M = 64], f32>
  wave.set_priority 0 {wave.inserted = #wave.inserted<after>}
  wave.set_priority 1 {wave.inserted = #wave.inserted<before>}
  wave.sched_barrier {wave.inserted = #wave.inserted<before>}
  %slot = wave.index 0
  %1 = wave.shared_read %0 slot %slot : <2, [M = 64], f32> -> <[M = 64], f32>
  wave.write %1, %c at [%c0] : <[M = 64], f32>, <[M = 64], f32>
}
