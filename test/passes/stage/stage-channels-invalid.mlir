// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(wave.kernel(wave-stage-channels))'

// expected-remark @below {{the copies have no waves of their own: there are none [not-specialized]}}
wave.kernel @none(%a: !wave.memory<[M = 8], f32>, %c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0] : !wave.memory<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  wave.write %0, %c at [%c0] : !wave.tile<[M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// expected-remark @below {{the copies have no waves of their own: what one of them loads is written too [not-specialized]}}
wave.kernel @written(%a: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %b = wave.allocate "a" : !wave.buffer<1, [M = 8], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0] to %b : !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8], f32>
  %0 = wave.shared_read %b : !wave.buffer<1, [M = 8], f32> -> !wave.tile<[M = 8], f32>
  wave.write %0, %a at [%c0] : !wave.tile<[M = 8], f32>, !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>
}

// -----

// expected-remark @below {{the copies have no waves of their own: a ring is not read once for each copy [not-specialized]}}
wave.kernel @twice(%a: !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %b = wave.allocate "a" : !wave.buffer<1, [M = 8], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0] to %b : !wave.memory<[M = 8], f32, SHARED_ADDRESS_SPACE>, !wave.buffer<1, [M = 8], f32>
  %0 = wave.shared_read %b : !wave.buffer<1, [M = 8], f32> -> !wave.tile<[M = 8], f32>
  %1 = wave.shared_read %b : !wave.buffer<1, [M = 8], f32> -> !wave.tile<[M = 8], f32>
  %2 = wave.add %0, %1 : !wave.tile<[M = 8], f32>, !wave.tile<[M = 8], f32> -> !wave.tile<[M = 8], f32>
  wave.write %2, %c at [%c0] : !wave.tile<[M = 8], f32>, !wave.memory<[M = 8], f32>
}
