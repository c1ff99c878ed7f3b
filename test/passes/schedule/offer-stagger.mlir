// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-offer-stagger=chip=gfx942 -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark

wave.kernel @eight_waves(%a: !wave.memory<[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 128], f32>)
    bindings {K = 256, M = 128, N = 128} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 32
  wave.wave_constraint N tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 128, K = 64], f16>
  %c0 = wave.index 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 128], f32>
  %c4 = wave.index 4
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: 8 waves run the loop over K in step, two on each of the 4 SIMDs: one could load while the other one multiplies {{\[not-staggered\]}}
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: note: two slices of a step take 32768 of 65536 bytes of shared memory
  // CHECK: help: use a ping-pong schedule, as ping_pong_slices of gemm_reordered: wave help not-staggered
  %3 = wave.iterate K at %K count %c4 iter_args(%acc = %2) -> !wave.tile<[M = 128, N = 128], f32> {
    %k = wave.index "$0 * 64" (%K)
    %4 = wave.read %a at [%c0, %k] : <[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[M = 128, K = 64], f16>
    wave.shared_write %4, %0 : <[M = 128, K = 64], f16>, <1, [M = 128, K = 64], f16>
    %5 = wave.shared_read %0 : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    %6 = wave.read %b at [%c0, %k] : <[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[N = 128, K = 64], f16>
    wave.shared_write %6, %1 : <[N = 128, K = 64], f16>, <1, [N = 128, K = 64], f16>
    %7 = wave.shared_read %1 : <1, [N = 128, K = 64], f16> -> <[N = 128, K = 64], f16>
    %8 = wave.mma %5, %7, %acc {mma_type = "F32_16x16x16_F16"} : <[M = 128, K = 64], f16>, <[N = 128, K = 64], f16>, <[M = 128, N = 128], f32>
    wave.yield %8 : !wave.tile<[M = 128, N = 128], f32>
  }
  wave.write %3, %c at [%c0, %c0] : <[M = 128, N = 128], f32>, <[M = 128, N = 128], f32>
}

// -----

// Operations by element do not change where an operand comes from.
wave.kernel @squares(%a: !wave.memory<[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 128], f32>)
    bindings {K = 256, M = 128, N = 128} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 32
  wave.wave_constraint N tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 128, K = 64], f16>
  %c0 = wave.index 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 128], f32>
  %c4 = wave.index 4
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: 8 waves run the loop over K in step, two on each of the 4 SIMDs: one could load while the other one multiplies {{\[not-staggered\]}}
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: note: two slices of a step take 32768 of 65536 bytes of shared memory
  // CHECK: help: use a ping-pong schedule, as ping_pong_slices of gemm_reordered: wave help not-staggered
  %3 = wave.iterate K at %K count %c4 iter_args(%acc = %2) -> !wave.tile<[M = 128, N = 128], f32> {
    %k = wave.index "$0 * 64" (%K)
    %4 = wave.read %a at [%c0, %k] : <[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[M = 128, K = 64], f16>
    wave.shared_write %4, %0 : <[M = 128, K = 64], f16>, <1, [M = 128, K = 64], f16>
    %5 = wave.shared_read %0 : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    %x = wave.mul %5, %5 : !wave.tile<[M = 128, K = 64], f16>, !wave.tile<[M = 128, K = 64], f16> -> !wave.tile<[M = 128, K = 64], f16>
    %6 = wave.read %b at [%c0, %k] : <[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[N = 128, K = 64], f16>
    wave.shared_write %6, %1 : <[N = 128, K = 64], f16>, <1, [N = 128, K = 64], f16>
    %7 = wave.shared_read %1 : <1, [N = 128, K = 64], f16> -> <[N = 128, K = 64], f16>
    %8 = wave.mma %x, %7, %acc {mma_type = "F32_16x16x16_F16"} : <[M = 128, K = 64], f16>, <[N = 128, K = 64], f16>, <[M = 128, N = 128], f32>
    wave.yield %8 : !wave.tile<[M = 128, N = 128], f32>
  }
  wave.write %3, %c at [%c0, %c0] : <[M = 128, N = 128], f32>, <[M = 128, N = 128], f32>
}

// -----

// Four waves are one on each SIMD.
wave.kernel @four_waves(%a: !wave.memory<[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 128], f32>)
    bindings {K = 256, M = 128, N = 128} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 64
  wave.wave_constraint N tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 128, K = 64], f16>
  %c0 = wave.index 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 128], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%acc = %2) -> !wave.tile<[M = 128, N = 128], f32> {
    %k = wave.index "$0 * 64" (%K)
    %4 = wave.read %a at [%c0, %k] : <[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[M = 128, K = 64], f16>
    wave.shared_write %4, %0 : <[M = 128, K = 64], f16>, <1, [M = 128, K = 64], f16>
    %5 = wave.shared_read %0 : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    %6 = wave.read %b at [%c0, %k] : <[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[N = 128, K = 64], f16>
    wave.shared_write %6, %1 : <[N = 128, K = 64], f16>, <1, [N = 128, K = 64], f16>
    %7 = wave.shared_read %1 : <1, [N = 128, K = 64], f16> -> <[N = 128, K = 64], f16>
    %8 = wave.mma %5, %7, %acc {mma_type = "F32_16x16x16_F16"} : <[M = 128, K = 64], f16>, <[N = 128, K = 64], f16>, <[M = 128, N = 128], f32>
    wave.yield %8 : !wave.tile<[M = 128, N = 128], f32>
  }
  wave.write %3, %c at [%c0, %c0] : <[M = 128, N = 128], f32>, <[M = 128, N = 128], f32>
}

// -----

// An operand that goes to registers is not in the parts of a step.
wave.kernel @registers(%a: !wave.memory<[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 128], f32>)
    bindings {K = 256, M = 128, N = 128} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 32
  wave.wave_constraint N tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 128, K = 64], f16>
  %c0 = wave.index 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 128], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%acc = %2) -> !wave.tile<[M = 128, N = 128], f32> {
    %k = wave.index "$0 * 64" (%K)
    %4 = wave.read %a at [%c0, %k] : <[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[M = 128, K = 64], f16>
    wave.shared_write %4, %0 : <[M = 128, K = 64], f16>, <1, [M = 128, K = 64], f16>
    %5 = wave.shared_read %0 : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    %6 = wave.read %b at [%c0, %k] : <[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[N = 128, K = 64], f16>
    %8 = wave.mma %5, %6, %acc {mma_type = "F32_16x16x16_F16"} : <[M = 128, K = 64], f16>, <[N = 128, K = 64], f16>, <[M = 128, N = 128], f32>
    wave.yield %8 : !wave.tile<[M = 128, N = 128], f32>
  }
  wave.write %3, %c at [%c0, %c0] : <[M = 128, N = 128], f32>, <[M = 128, N = 128], f32>
}

// -----

// A loop that is staggered already.
wave.kernel @staggered(%a: !wave.memory<[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 128], f32>)
    bindings {K = 256, M = 128, N = 128} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.wave_constraint M tile 32
  wave.wave_constraint N tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 2, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 128, K = 64], f16>
  %c0 = wave.index 0
  %2 = wave.register 0.0 : f32 : <[M = 128, N = 128], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%acc = %2) -> !wave.tile<[M = 128, N = 128], f32> attributes {wave.staggered} {
    %k = wave.index "$0 * 64" (%K)
    %4 = wave.read %a at [%c0, %k] : <[M = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[M = 128, K = 64], f16>
    wave.shared_write %4, %0 : <[M = 128, K = 64], f16>, <1, [M = 128, K = 64], f16>
    %5 = wave.shared_read %0 : <1, [M = 128, K = 64], f16> -> <[M = 128, K = 64], f16>
    %6 = wave.read %b at [%c0, %k] : <[N = 128, K = 256], f16, SHARED_ADDRESS_SPACE> -> <[N = 128, K = 64], f16>
    wave.shared_write %6, %1 : <[N = 128, K = 64], f16>, <1, [N = 128, K = 64], f16>
    %7 = wave.shared_read %1 : <1, [N = 128, K = 64], f16> -> <[N = 128, K = 64], f16>
    %8 = wave.mma %5, %7, %acc {mma_type = "F32_16x16x16_F16"} : <[M = 128, K = 64], f16>, <[N = 128, K = 64], f16>, <[M = 128, N = 128], f32>
    wave.yield %8 : !wave.tile<[M = 128, N = 128], f32>
  }
  wave.write %3, %c at [%c0, %c0] : <[M = 128, N = 128], f32>, <[M = 128, N = 128], f32>
}
