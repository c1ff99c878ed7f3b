// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-place-waits | FileCheck %s

// A slot is given back when the product that reads it has ended: the one before the last. The last slot, when all have,
// and so the sum may be used.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: wave.mma
// CHECK-NEXT: %c3 = wave.index 3
// CHECK-NEXT: wave.iterate
// CHECK: wave.mma
// CHECK-NEXT: wave.mma_wait 1
// CHECK-NEXT: wave.release
// CHECK-NEXT: wave.yield
// CHECK: wave.mma_wait 0
// CHECK-NEXT: wave.release
// CHECK-NEXT: wave.write
wave.kernel @gemm(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 8], f32>) bindings {K = 64, M = 64, N = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <3, [M = 64, K = 16], f16>
  %1 = wave.allocate "b" : <3, [N = 8, K = 16], f16>
  %channel = wave.channel %0, %1 to ["consumer"] releases 1 : !wave.buffer<3, [M = 64, K = 16], f16>, !wave.buffer<3, [N = 8, K = 16], f16>
  wave.role "consumer" waves 1 {
    %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32>
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %3 = wave.view %0 slot %c0 : <3, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
    %4 = wave.view %1 slot %c0 : <3, [N = 8, K = 16], f16> -> <1, [N = 8, K = 16], f16>
    %5 = wave.mma %3, %4, %2 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
    %c3 = wave.index 3
    %6 = wave.iterate K at %K count %c3 iter_args(%arg0 = %5) -> !wave.tile<[M = 64, N = 8], f32> attributes {stages = 2 : i64} {
      %number = wave.index "$0 + 1" (%K)
      wave.wait %channel number %number
      %slot = wave.index "($0 + 1) % 3" (%K)
      %7 = wave.view %0 slot %slot : <3, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
      %8 = wave.view %1 slot %slot : <3, [N = 8, K = 16], f16> -> <1, [N = 8, K = 16], f16>
      %9 = wave.mma %7, %8, %arg0 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
      wave.release %channel number %K
      wave.yield %9 : !wave.tile<[M = 64, N = 8], f32>
    }
    wave.release %channel number %c3
    wave.write %6, %c at [%c0, %c0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
  }
}

// -----

// Two products a step: those of this step run on. With two slots fewer than uses apart, a slot is told from the one before.
// CHECK-LABEL: wave.kernel @two
// CHECK: wave.mma
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.mma_wait 2
// CHECK-NEXT: wave.release
// CHECK: wave.mma_wait 0
// CHECK-NEXT: wave.release
// CHECK-NOT: wave.mma_wait
wave.kernel @two(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 8], f32>) bindings {K = 64, M = 64, N = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 64, K = 16], f16>
  %channel = wave.channel %0 to ["consumer"] releases 1 : !wave.buffer<2, [M = 64, K = 16], f16>
  wave.role "consumer" waves 1 {
    %1 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32>
    %2 = wave.register 0.000000e+00 : f16 : <[N = 8, K = 16], f16>
    %c3 = wave.index 3
    %3 = wave.iterate K at %K count %c3 iter_args(%arg0 = %1) -> !wave.tile<[M = 64, N = 8], f32> attributes {stages = 2 : i64} {
      %number = wave.index "$0 + 1" (%K)
      wave.wait %channel number %number
      %slot = wave.index "($0 + 1) % 2" (%K)
      %4 = wave.view %0 slot %slot : <2, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
      %5 = wave.mma %4, %2, %arg0 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
      %6 = wave.mma %4, %2, %5 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
      wave.release %channel number %K
      wave.yield %6 : !wave.tile<[M = 64, N = 8], f32>
    }
    wave.release %channel number %c3
    %c0 = wave.index 0
    wave.write %3, %c at [%c0, %c0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
  }
}

// -----

// A sum that is used in the step, and one that is added to by another instruction.
// CHECK-LABEL: wave.kernel @used
// CHECK: wave.mma
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.mul
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.mma
// CHECK-NEXT: %c0 = wave.index 0
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.write
wave.kernel @used(%c: !wave.memory<[M = 64, N = 16], f32>) bindings {K = 16, M = 64, N = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  wave.role "consumer" waves 1 {
    %0 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
    %1 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16>
    %2 = wave.register 0.000000e+00 : f16 : <[N = 16, K = 16], f16>
    %3 = wave.mma %1, %2, %0 {mma_type = "F32_64x16x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
    %4 = wave.mma %1, %2, %3 {mma_type = "F32_64x16x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
    %5 = wave.mul %4, %4 : <[M = 64, N = 16], f32>, <[M = 64, N = 16], f32> -> <[M = 64, N = 16], f32>
    %6 = wave.mma %1, %2, %5 {mma_type = "F32_64x16x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
    %7 = wave.mma %1, %2, %6 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
    %c0 = wave.index 0
    wave.write %7, %c at [%c0, %c0] : <[M = 64, N = 16], f32>, <[M = 64, N = 16], f32>
  }
}

// -----

// An operand that a step makes in lanes; one that was made before the loop is not made anew.
// CHECK-LABEL: wave.kernel @held
// CHECK: wave.iterate K at %K
// CHECK: wave.mma
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.yield
// CHECK: wave.iterate K
// CHECK: wave.mma
// CHECK-NEXT: wave.yield
// CHECK: wave.mma_wait 0
// CHECK-NEXT: wave.write
wave.kernel @held(%a: !wave.memory<[M = 64, K = 64], f16>, %c: !wave.memory<[M = 64, N = 16], f32>) bindings {K = 64, M = 64, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  wave.role "consumer" waves 1 {
    %0 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
    %c4 = wave.index 4
    %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %0) -> !wave.tile<[M = 64, N = 16], f32> {
      %c0 = wave.index 0
      %k = wave.index "$0 * 16" (%K)
      %3 = wave.read %a at [%c0, %k] : <[M = 64, K = 64], f16> -> <[M = 64, K = 16], f16>
      %8 = wave.register 0.000000e+00 : f16 : <[N = 16, K = 16], f16>
      %4 = wave.mma %3, %8, %arg0 {mma_type = "F32_64x16x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
      wave.yield %4 : !wave.tile<[M = 64, N = 16], f32>
    }
    %1 = wave.register 0.000000e+00 : f16 : <[N = 16, K = 16], f16>
    %5 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16>
    %6 = wave.iterate K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 16], f32> attributes {stages = 2 : i64} {
      %7 = wave.mma %5, %1, %arg0 {mma_type = "F32_64x16x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
      wave.yield %7 : !wave.tile<[M = 64, N = 16], f32>
    }
    %c0 = wave.index 0
    wave.write %6, %c at [%c0, %c0] : <[M = 64, N = 16], f32>, <[M = 64, N = 16], f32>
  }
}

// -----

// The instructions of waves in step have ended when the next operation begins.
// CHECK-LABEL: wave.kernel @in_step
// CHECK-NOT: wave.mma_wait
wave.kernel @in_step(%c: !wave.memory<[M = 64, N = 16], f32>) bindings {K = 16, M = 64, N = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 16], f32>
  %1 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16>
  %2 = wave.register 0.000000e+00 : f16 : <[N = 16, K = 16], f16>
  %3 = wave.mma %1, %2, %0 {mma_type = "F32_16x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 16, K = 16], f16>, <[M = 64, N = 16], f32>
  %c0 = wave.index 0
  wave.write %3, %c at [%c0, %c0] : <[M = 64, N = 16], f32>, <[M = 64, N = 16], f32>
}

// -----

// A sum that another product adds to, and that is written too, is copied before that one: it has to have ended.
// CHECK-LABEL: wave.kernel @copied
// CHECK: %[[FIRST:.*]] = wave.mma
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: %[[SECOND:.*]] = wave.mma {{.*}} %[[FIRST]]
// CHECK-NEXT: wave.write %[[FIRST]]
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.release
// CHECK-NEXT: wave.write %[[SECOND]]
wave.kernel @copied(%a: !wave.memory<[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 8], f32>, %d: !wave.memory<[M = 64, N = 8], f32>) bindings {K = 16, M = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 8, K = 16], f16>
  %channel = wave.channel %0, %1 to ["consumer"] releases 1 : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>
  wave.role "consumer" waves 1 {
    %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32>
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %3 = wave.view %0 slot %c0 : <1, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
    %4 = wave.view %1 slot %c0 : <1, [N = 8, K = 16], f16> -> <1, [N = 8, K = 16], f16>
    %5 = wave.mma %3, %4, %2 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
    %6 = wave.mma %3, %4, %5 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
    wave.write %5, %c at [%c0, %c0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
    wave.release %channel number %c0
    wave.write %6, %d at [%c0, %c0] : <[M = 64, N = 8], f32>, <[M = 64, N = 8], f32>
  }
}

// -----

// A pipeline of known sizes may leave its loop no iteration, whose body has code all the same.
// CHECK-LABEL: wave.kernel @no_iteration
// CHECK: %[[SUM:.*]] = wave.mma
// CHECK-NEXT: wave.mma_wait 0
// CHECK-NEXT: wave.cast %[[SUM]]
wave.kernel @no_iteration(%a: !wave.memory<[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 8], f16>) bindings {K = 16, M = 64, N = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 8, K = 16], f16>
  %channel = wave.channel %0, %1 to ["consumer"] releases 1 : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.iterate K at %k count %c0 {
      wave.wait %channel number %k
      %3 = wave.view %0 slot %c0 : <1, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
      %4 = wave.view %1 slot %c0 : <1, [N = 8, K = 16], f16> -> <1, [N = 8, K = 16], f16>
      %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32>
      %5 = wave.mma %3, %4, %2 {mma_type = "F32_64x8x16_F16"} : !wave.buffer<1, [M = 64, K = 16], f16>, !wave.buffer<1, [N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
      %6 = wave.cast %5 : <[M = 64, N = 8], f32> -> <[M = 64, N = 8], f16>
      wave.write %6, %c at [%c0, %c0] : <[M = 64, N = 8], f16>, <[M = 64, N = 8], f16>
      wave.release %channel number %k
    }
  }
}
