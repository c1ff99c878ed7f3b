// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-build-schedule=chip=sm_90a | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-build-schedule=chip=gfx942 | FileCheck %s --check-prefix=OTHER

// Nobody has measured how long a load takes on other chips.
// OTHER-NOT: wave.pipeline

// The loop loads rows into registers: the next ones are loaded before the current ones are used.
// CHECK-LABEL: wave.kernel @rows
// CHECK: wave.iterate K {{.*}} attributes {wave.pipeline = #wave.pipeline<interval 2>
// CHECK: wave.read %a {{.*}} {wave.time = #wave.time<0, 0>}
// CHECK: wave.reduce {{.*}} {wave.time = #wave.time<1, 1>}
wave.kernel @rows(%a: !wave.memory<[M = 64, K = 4096], f32>, %b: !wave.memory<[M = 64], f32>) bindings {K = 4096, M = 64} grid [64, 1, 1] {
  wave.workgroup_constraint M tile 1 dim 0
  wave.tiling_constraint K tile 1024
  wave.wave_constraint K tile 256
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 4, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %zero = wave.register 0.000000e+00 : f32 : <[M = 1], f32>
  %c4 = wave.index 4
  %sum = wave.iterate K at %K count %c4 iter_args(%so_far = %zero) -> !wave.tile<[M = 1], f32> {
    %k = wave.index "$0 * 1024" (%K)
    %part = wave.read %a at [%WORKGROUP_0, %k] : <[M = 64, K = 4096], f32> -> <[M = 1, K = 1024], f32>
    %next = wave.reduce sum %part init %so_far along K : <[M = 1, K = 1024], f32>, !wave.tile<[M = 1], f32> -> <[M = 1], f32>
    wave.yield %next : !wave.tile<[M = 1], f32>
  }
  wave.write %sum, %b at [%WORKGROUP_0] : <[M = 1], f32>, <[M = 64], f32>
}

// -----

// One wave has registers for the tile of one iteration, and not for two.
// CHECK-LABEL: wave.kernel @large
// CHECK-NOT: wave.pipeline
wave.kernel @large(%a: !wave.memory<[M = 64, K = 16384], f32>, %b: !wave.memory<[M = 64], f32>) bindings {K = 16384, M = 64} grid [64, 1, 1] {
  wave.workgroup_constraint M tile 1 dim 0
  wave.tiling_constraint K tile 4096
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %zero = wave.register 0.000000e+00 : f32 : <[M = 1], f32>
  %c4 = wave.index 4
  %sum = wave.iterate K at %K count %c4 iter_args(%so_far = %zero) -> !wave.tile<[M = 1], f32> {
    %k = wave.index "$0 * 4096" (%K)
    %part = wave.read %a at [%WORKGROUP_0, %k] : <[M = 64, K = 16384], f32> -> <[M = 1, K = 4096], f32>
    %next = wave.reduce sum %part init %so_far along K : <[M = 1, K = 4096], f32>, !wave.tile<[M = 1], f32> -> <[M = 1], f32>
    wave.yield %next : !wave.tile<[M = 1], f32>
  }
  wave.write %sum, %b at [%WORKGROUP_0] : <[M = 1], f32>, <[M = 64], f32>
}
