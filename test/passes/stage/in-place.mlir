// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-stage-reads=copies=true 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

// Both operands are copied as boxes and stay in shared memory.
// CHECK-LABEL: wave.kernel @both
// CHECK: %[[AT_M:.*]] = wave.index "$0 * 64" (%WORKGROUP_0)
// CHECK: wave.copy %a at [%[[AT_M]], %c0] to %[[A:.*]] {tag = "read_a"}
// CHECK-NEXT: %[[LHS:.*]] = wave.view %[[A]] {tag = "read_a"}
// CHECK-NEXT: wave.copy %b at [%c0, %c0] to %[[B:.*]] :
// CHECK-NEXT: %[[RHS:.*]] = wave.view %[[B]] :
// CHECK: wave.mma %[[LHS]], %[[RHS]],
wave.kernel @both(%a: !wave.memory<[M = 1000, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 24, K = 64], f16, SHARED_ADDRESS_SPACE>)
    bindings {K = 64, M = 1000, N = 24}
    grid [16, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 64" (%WORKGROUP_0)
  %c0 = wave.index 0
  %0 = wave.read %a at [%m, %c0] {tag = "read_a"} : <[M = 1000, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 64], f16>
  %1 = wave.read %b at [%c0, %c0] : <[N = 24, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[N = 24, K = 64], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 24], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x24x16_F16"} : <[M = 64, K = 64], f16>, <[N = 24, K = 64], f16>, <[M = 64, N = 24], f32>
}

// -----

// Rows along M and N, and rows of more than 128 bytes, are several boxes' and stay there too.
// CHECK-LABEL: wave.kernel @across
// CHECK: wave.copy %a {{.*}} to %[[A:.*]] :
// CHECK-NEXT: %[[LHS:.*]] = wave.view %[[A]] :
// CHECK-NEXT: wave.copy %b {{.*}} to %[[B:.*]] :
// CHECK-NEXT: %[[RHS:.*]] = wave.view %[[B]] :
// CHECK: wave.copy %d {{.*}} to %[[D:.*]] :
// CHECK-NEXT: wave.view %[[D]] :
wave.kernel @across(%a: !wave.memory<[K = 64, M = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE>, %d: !wave.memory<[P = 24, M = 128], f16, SHARED_ADDRESS_SPACE>)
    bindings {K = 64, M = 128, N = 256, P = 24}
    grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[K = 64, M = 128], f16, SHARED_ADDRESS_SPACE> -> <[K = 64, M = 128], f16>
  %1 = wave.read %b at [%c0, %c0] : <[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE> -> <[K = 64, N = 256], f16>
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 256], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x256x16_F16"} : <[K = 64, M = 128], f16>, <[K = 64, N = 256], f16>, <[M = 128, N = 256], f32>
  %4 = wave.read %d at [%c0, %c0] : <[P = 24, M = 128], f16, SHARED_ADDRESS_SPACE> -> <[P = 24, M = 128], f16>
  %5 = wave.register 0.0 : f32 : <[K = 64, P = 24], f32>
  %6 = wave.mma %0, %4, %5 {mma_type = "F32_64x24x16_F16"} : <[K = 64, M = 128], f16>, <[P = 24, M = 128], f16>, <[K = 64, P = 24], f32>
}

// -----

// An instruction takes whole columns: here half of the row, which are columns of 32 elements.
// CHECK-LABEL: wave.kernel @columns_of_64_bytes
// CHECK: wave.copy %a
// CHECK-NEXT: wave.view %{{[0-9]+}} :
// CHECK: wave.copy %b
// CHECK-NEXT: wave.view %{{[0-9]+}} :
wave.kernel @columns_of_64_bytes(%a: !wave.memory<[K = 16, M = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 16, N = 96], f16, SHARED_ADDRESS_SPACE>)
    bindings {K = 16, M = 64, N = 96}
    grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[K = 16, M = 64], f16, SHARED_ADDRESS_SPACE> -> <[K = 16, M = 64], f16>
  %1 = wave.read %b at [%c0, %c0] : <[K = 16, N = 96], f16, SHARED_ADDRESS_SPACE> -> <[K = 16, N = 96], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 96], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x32x16_F16"} : <[K = 16, M = 64], f16>, <[K = 16, N = 96], f16>, <[M = 64, N = 96], f32>
}

// -----

// A left operand that something else uses too is held by lanes.
// CHECK-LABEL: wave.kernel @held
// CHECK: wave.copy %a
// CHECK-NEXT: wave.shared_read %{{[0-9]+}} :
// CHECK: wave.copy %b
// CHECK-NEXT: wave.view %{{[0-9]+}} :
// CHECK: wave.add
wave.kernel @held(%a: !wave.memory<[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 16], f16, SHARED_ADDRESS_SPACE>)
    bindings {K = 16, M = 64, N = 8}
    grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 16], f16>
  %1 = wave.read %b at [%c0, %c0] : <[N = 8, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[N = 8, K = 16], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 8], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
  %4 = wave.add %0, %0 : <[M = 64, K = 16], f16>, <[M = 64, K = 16], f16> -> <[M = 64, K = 16], f16>
}

// -----

// What is no box goes through registers: rows of 24 bytes, and what the kernel writes.
// REMARK: remark: the read of [J] f32 goes through registers, not past them: its rows have 24 bytes, those of a TMA box are a multiple of 16, 128 at most, and several need groups of 8 rows [not-asynchronous]
// REMARK: remark: the read of [I] f32 goes through registers, not past them: it has 16 bytes, and TMA boxes begin at multiples of 128 [not-asynchronous]
// REMARK: remark: the read of [M, K] f16 goes through registers, not past them: the kernel writes what it loads [not-asynchronous]
// REMARK: remark: the read of [P, K] f16 goes through registers, not past them: P is 300, which are no TMA boxes of at most 256 [not-asynchronous]
// CHECK-LABEL: wave.kernel @no_box
// CHECK: wave.read %d
// CHECK-NEXT: wave.shared_write
// CHECK: wave.read %g
// CHECK-NEXT: wave.shared_write
// CHECK: wave.read %a
// CHECK-NEXT: wave.shared_write
// CHECK: wave.copy %b
// CHECK: wave.copy %e
// CHECK: wave.read %f
wave.kernel @no_box(%a: !wave.memory<[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 16], f16, SHARED_ADDRESS_SPACE>, %d: !wave.memory<[J = 6], f32, SHARED_ADDRESS_SPACE>, %g: !wave.memory<[I = 4], f32, SHARED_ADDRESS_SPACE>, %e: !wave.memory<[Q = 512, K = 16], f16, SHARED_ADDRESS_SPACE>, %f: !wave.memory<[P = 300, K = 16], f16, SHARED_ADDRESS_SPACE>)
    bindings {I = 4, J = 6, K = 16, M = 64, N = 8, P = 300, Q = 512}
    grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %d at [%c0] : <[J = 6], f32, SHARED_ADDRESS_SPACE> -> <[J = 6], f32>
  %7 = wave.read %g at [%c0] : <[I = 4], f32, SHARED_ADDRESS_SPACE> -> <[I = 4], f32>
  %1 = wave.read %a at [%c0, %c0] : <[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 16], f16>
  %2 = wave.read %b at [%c0, %c0] : <[N = 8, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[N = 8, K = 16], f16>
  %3 = wave.register 0.0 : f32 : <[M = 64, N = 8], f32>
  %4 = wave.mma %1, %2, %3 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
  wave.write %1, %a at [%c0, %c0] : <[M = 64, K = 16], f16>, <[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>
  %5 = wave.read %e at [%c0, %c0] : <[Q = 512, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[Q = 512, K = 16], f16>
  %6 = wave.read %f at [%c0, %c0] : <[P = 300, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[P = 300, K = 16], f16>
}
