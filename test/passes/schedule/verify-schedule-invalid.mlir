// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-verify-schedule

// One slot is not enough for a read a stage later.
wave.kernel @slots(%a: !wave.memory<[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32], f16>) bindings {K = 64, M = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" {wave.buffers = 1 : i64} : <1, [M = 32, K = 16], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %c4 = wave.index 4
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %c4 iter_args(%arg0 = %1) -> !wave.tile<[M = 32], f16> attributes {wave.pipeline = #wave.pipeline<interval 2>} {
    %k = wave.index "$0 * 16" (%K)
    %3 = wave.read %a at [%c0, %k] {tag = "read_a", wave.time = #wave.time<0, 0>} : <[M = 32, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    // expected-error @below {{shared_write 'read_a' overwrites what is read by shared_read 'read_a' in the iteration before, and would run at time 3, before time 4 [illegal-schedule]}}
    // expected-note @below {{shared_write 'read_a' has time 1 (stage 0, tuple 1), and 2 more for the iterations between: the initiation interval is 2}}
    wave.shared_write %3, %0 {tag = "read_a", wave.time = #wave.time<0, 1>} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>
    // expected-note @below {{shared_read 'read_a' has time 3 (stage 1, tuple 1)}}
    %4 = wave.shared_read %0 {tag = "read_a", wave.time = #wave.time<1, 1>} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %4 init %arg0 along K {wave.time = #wave.time<1, 1>} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  // expected-note @unknown {{help: ask for buffers("a", 2)}}
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}
