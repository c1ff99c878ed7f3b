// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-stage-writes=chip=sm_90a 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --allow-empty < %t
// RUN: wave-opt %s --split-input-file --wave-stage-writes=chip=sm_90a --wave-stage-channels --wave-build-schedule --wave-apply-schedule --wave-choose-layouts \
// RUN:   --wave-lay-out-shared=chip=sm_90a --wave-place-barriers --wave-place-waits 2> %t.remarks | FileCheck %s --check-prefix=LATER

// Sums go through a ring; the other tile, of which lanes hold no rows, and rows of 48 bytes do not.
// CHECK-LABEL: wave.kernel @sums
// CHECK: %[[C:.*]] = wave.allocate "c" : <1, [M = 128, N = 48], f32>
// CHECK: %[[SUM:.*]] = wave.iterate K at %K
// CHECK: wave.yield
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 128" (%WORKGROUP_0)
// CHECK: wave.shared_write %[[SUM]], %[[C]] {tag = "out"} :
// CHECK-NEXT: wave.copy_out %[[C]] to %c at [%[[AT_M]], %c0] {tag = "out"} :

// The ring lies where the operands lay, which have as many slots as without it. The waves meet when all have done with the operands, and
// when all have written; products have ended before.
// LATER-LABEL: wave.kernel @sums
// LATER: wave.allocate "a" offset 0 : <4, [M = 128, K = 32]
// LATER: wave.allocate "b" offset 32768 : <4, [N = 48, K = 32]
// LATER: %[[RING:.*]] = wave.allocate "c" offset 0 : <1, [M = 128, N = 48], f32, #wave.shared_layout<strides [16, 1] columns 16 swizzle 2, 4, 3>>
// LATER: wave.role "consumer"
// LATER: wave.mma_wait 0
// LATER: wave.release
// LATER-NEXT: %[[AT_M:.*]] = wave.index "$0 * 128" (%WORKGROUP_0)
// LATER-NEXT: %c0{{(_[0-9]+)?}} = wave.index 0
// LATER-NEXT: wave.barrier
// LATER-NEXT: wave.shared_write %{{.*}}, %[[RING]]
// LATER-NEXT: wave.barrier
// LATER-NEXT: wave.copy_out %[[RING]] to %c at [%[[AT_M]], %c0{{(_[0-9]+)?}}] {layout = #wave.layout<{{.*}} waves [M:2:64]>, tag = "out"}
// LATER-NEXT: }
wave.kernel @sums(%a: !wave.memory<[M = 256, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 48, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 256, N = 48], f32>)
    bindings {K = 128, M = 256, N = 48} grid [2, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.tiling_constraint K tile 32
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 32], f16>
  %1 = wave.allocate "b" : <1, [N = 48, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 48], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 128, N = 48], f32> {
    %m = wave.index "$0 * 128" (%WORKGROUP_0)
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%m, %k] to %0 : <[M = 256, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 32], f16>
    %4 = wave.view %0 : <1, [M = 128, K = 32], f16> -> <1, [M = 128, K = 32], f16>
    %c0 = wave.index 0
    wave.copy %b at [%c0, %k] to %1 : <[N = 48, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [N = 48, K = 32], f16>
    %5 = wave.view %1 : <1, [N = 48, K = 32], f16> -> <1, [N = 48, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x48x16_F16"} : !wave.buffer<1, [M = 128, K = 32], f16>, !wave.buffer<1, [N = 48, K = 32], f16>, <[M = 128, N = 48], f32>
    wave.yield %6 : !wave.tile<[M = 128, N = 48], f32>
  }
  %m = wave.index "$0 * 128" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %3, %c at [%m, %c0] {tag = "out"} : <[M = 128, N = 48], f32>, <[M = 256, N = 48], f32>
}

// -----

// What a box cannot bring is stored from registers.
// REMARK: remark: the write of [M, N] f16 goes from lanes to the memory, not through shared memory: its rows have 48 bytes, which is no multiple of 64 [not-asynchronous]
// REMARK: remark: the write of [M, N] f32 goes from lanes to the memory, not through shared memory: lanes hold no rows of it [not-asynchronous]
// CHECK-LABEL: wave.kernel @no_box
// CHECK-NOT: wave.copy_out
// CHECK: wave.write {{.*}}, %c
// CHECK: wave.write {{.*}}, %d
// LATER-LABEL: wave.kernel @no_box
wave.kernel @no_box(%a: !wave.memory<[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 24, K = 32], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 24], f16>, %d: !wave.memory<[N = 24, M = 64], f32>)
    bindings {K = 32, M = 64, N = 24} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %1 = wave.allocate "b" : <1, [N = 24, K = 32], f16>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %0 : <[M = 64, K = 32], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
  %4 = wave.view %0 : <1, [M = 64, K = 32], f16> -> <1, [M = 64, K = 32], f16>
  wave.copy %b at [%c0, %c0] to %1 : <[N = 24, K = 32], f16, SHARED_ADDRESS_SPACE>, <1, [N = 24, K = 32], f16>
  %5 = wave.view %1 : <1, [N = 24, K = 32], f16> -> <1, [N = 24, K = 32], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 24], f32>
  %6 = wave.mma %4, %5, %2 {mma_type = "F32_64x24x16_F16"} : !wave.buffer<1, [M = 64, K = 32], f16>, !wave.buffer<1, [N = 24, K = 32], f16>, <[M = 64, N = 24], f32>
  %7 = wave.cast %6 : <[M = 64, N = 24], f32> -> <[M = 64, N = 24], f16>
  wave.write %7, %c at [%c0, %c0] : <[M = 64, N = 24], f16>, <[M = 64, N = 24], f16>
  wave.write %6, %d at [%c0, %c0] : <[M = 64, N = 24], f32>, <[N = 24, M = 64], f32>
}

// -----

// Written at every step, the ring has a place of its own, and its copy is waited for before the next step writes.
// CHECK-LABEL: wave.kernel @each_step
// CHECK: wave.copy_out
// LATER-LABEL: wave.kernel @each_step
// LATER: wave.allocate "a" offset 0 : <[[#SLOTS:]], [M = 64, K = 32]
// LATER: wave.allocate "c" offset {{[1-9][0-9]*}} :
// LATER: wave.role "consumer"
// LATER: wave.barrier copies
// LATER: wave.shared_write
// LATER: wave.barrier
// LATER: wave.copy_out
wave.kernel @each_step(%a: !wave.memory<[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 128, M = 64, N = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %1 = wave.allocate "b" : <1, [N = 32, K = 32], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 32], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> {
    %c0 = wave.index 0
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%c0, %k] to %0 : <[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.view %0 : <1, [M = 64, K = 32], f16> -> <1, [M = 64, K = 32], f16>
    wave.copy %b at [%c0, %k] to %1 : <[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [N = 32, K = 32], f16>
    %5 = wave.view %1 : <1, [N = 32, K = 32], f16> -> <1, [N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_64x32x16_F16"} : !wave.buffer<1, [M = 64, K = 32], f16>, !wave.buffer<1, [N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.write %6, %c at [%c0, %c0] : <[M = 64, N = 32], f32>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
}
