// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --pass-pipeline='builtin.module(wave.kernel(wave-stage-reads{copies=true},wave-verify-form{form=staged}))' 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// A chip that copies past the registers needs no read and no write into the ring.
// CHECK-LABEL: wave.kernel @copied
// CHECK: %[[RING:.*]] = wave.allocate "a" : <1, [M = 24, K = 16], f16>
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 24" (%WORKGROUP_0)
// CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK: wave.copy %a at [%[[AT_M]], %[[AT_K]]] to %[[RING]] {tag = "read_a"}
// CHECK-NEXT: wave.shared_read %[[RING]] {tag = "read_a"}
// CHECK-NOT: wave.shared_write
wave.kernel @copied(%a: !wave.memory<[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f16>) bindings {K = 40, M = 64} grid [3, 1, 1] {
  wave.workgroup_constraint M tile 24 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %0 = wave.register 0.0 : f16 : <[M = 24], f16>
  %c3 = wave.index 3
  %1 = wave.iterate K at %K count %c3 iter_args(%x = %0) -> !wave.tile<[M = 24], f16> {
    %m = wave.index "$0 * 24" (%WORKGROUP_0)
    %k = wave.index "$0 * 16" (%K)
    %2 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 40], f16, SHARED_ADDRESS_SPACE> -> <[M = 24, K = 16], f16>
    %3 = wave.reduce sum %2 init %x along K : <[M = 24, K = 16], f16>, !wave.tile<[M = 24], f16> -> <[M = 24], f16>
    wave.yield %3 : !wave.tile<[M = 24], f16>
  }
  %m = wave.index "$0 * 24" (%WORKGROUP_0)
  wave.write %1, %c at [%m] : <[M = 24], f16>, <[M = 64], f16>
}

// -----

// What lanes cannot share out in pieces of 16 bytes goes through registers, which is said.
// CHECK-LABEL: wave.kernel @short
// CHECK: wave.read %a
// CHECK-NEXT: wave.shared_write
// REMARK: remark: the read of [M, K] f16 goes through registers, not past them: a lane copies 8 elements at once, and K is 20 [not-asynchronous]
wave.kernel @short(%a: !wave.memory<[M = 64, K = 20], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, K = 20], f16>) bindings {K = 20, M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 64, K = 20], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 20], f16>
  wave.write %0, %c at [%c0, %c0] : <[M = 64, K = 20], f16>, <[M = 64, K = 20], f16>
}

// -----

// CHECK-LABEL: wave.kernel @uneven
// CHECK: wave.read %a
// CHECK-NEXT: wave.shared_write
// REMARK: remark: the read of [M, K] f16 goes through registers, not past them: K is 24, which is no power of two [not-asynchronous]
wave.kernel @uneven(%a: !wave.memory<[M = 64, K = 24], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, K = 24], f16>) bindings {K = 24, M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 64, K = 24], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 24], f16>
  wave.write %0, %c at [%c0, %c0] : <[M = 64, K = 24], f16>, <[M = 64, K = 24], f16>
}
