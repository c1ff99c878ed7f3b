// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-verify-schedule | FileCheck %s

// A slot is written at time 1 and read at time 2: one is enough, for it is written again at time 3.
// CHECK: wave.allocate "a" {wave.buffers = 1 : i64}
// CHECK: wave.iterate K {{.*}} attributes {wave.pipeline = #wave.pipeline<interval 2>}
wave.kernel @known(%a: !wave.memory<[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" {wave.buffers = 1 : i64} : <1, [M = 32, K = 16], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 2>} {
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%c0, %k] {wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    wave.shared_write %3, %0 {wave.time = #wave.time<0, 1>} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>
    %4 = wave.shared_read %0 {wave.time = #wave.time<1, 0>} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %4 init %arg0 along K {wave.time = #wave.time<1, 1>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}
