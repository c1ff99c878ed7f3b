// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: not wave-opt %s --wave-choose-by-schedule 2>&1 | FileCheck %s

// CHECK: error: pair: register at register:0 is no Mma [schedule-argument]
// CHECK: help: select MMAs alone
wave.kernel @plain(%c: !wave.memory<[M, N], f32>) attributes {wave.schedule = "wave_schedule 1 \22s\22\0Apair(get_node_by_path(\22register:0\22))\0A"} {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
}
