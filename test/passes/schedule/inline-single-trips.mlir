// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent loop whose grid has a workgroup for each tile runs once, and is gone; one that may
// run twice, or not at all, stays.
//
// RUN: wave-opt %s --split-input-file --wave-inline-single-trips | FileCheck %s

// Of open sizes, in clusters of two: what the loop carries is its first value.
// CHECK-LABEL: wave.kernel @once
// CHECK-NOT: wave.iterate T
// CHECK: %[[AT:.*]] = wave.index "floordiv($0, 2) * 64" (%WORKGROUP_0)
// CHECK: wave.write %{{.*}}, %c at [%[[AT]]]
// CHECK-NOT: wave.yield
wave.kernel @once(%c: !wave.memory<[M = M], f32>) grid ["ceildiv(M, 64) * 2", 1, 1] {
  wave.grid_constraint ["ceildiv(M, 64) * 2"]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>, workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 64], f32>
  %c0 = wave.index 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %r = wave.iterate T at %T from %c0 while "$0 * ceildiv(M, 64) + floordiv($1, 2) < ceildiv(M, 64)" (%WORKGROUP_0) iter_args(%n = %c0) -> index {
    %at = wave.index "($0 * ceildiv(M, 64) + floordiv($1, 2)) * 64 + $2" (%T, %WORKGROUP_0, %n)
    wave.write %0, %c at [%at] mapped [M] : <[M = 64], f32>, <[M = M], f32>
    %next = wave.index "$0 + 1" (%T)
    %more = wave.index "$0 + 1" (%n)
    wave.yield next %next %more : index
  }
}

// -----

// With half as many clusters there are two trips.
// CHECK-LABEL: wave.kernel @twice
// CHECK: wave.iterate T
wave.kernel @twice(%c: !wave.memory<[M = M], f32>) grid ["ceildiv(M, 128)", 1, 1] {
  wave.grid_constraint ["ceildiv(M, 128)"]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 64], f32>
  %c0 = wave.index 0
  %WORKGROUP_0 = wave.workgroup_id 0
  wave.iterate T at %T from %c0 while "$0 * ceildiv(M, 128) + $1 < ceildiv(M, 64)" (%WORKGROUP_0) {
    %at = wave.index "($0 * ceildiv(M, 128) + $1) * 64" (%T, %WORKGROUP_0)
    wave.write %0, %c at [%at] mapped [M] : <[M = 64], f32>, <[M = M], f32>
    %next = wave.index "$0 + 1" (%T)
    wave.yield next %next
  }
}

// -----

// With a workgroup too many the last one has no trip; that of a count stays in any case.
// CHECK-LABEL: wave.kernel @idle
// CHECK: wave.iterate T
wave.kernel @idle(%c: !wave.memory<[M = 256], f32>) grid [5, 1, 1] {
  wave.grid_constraint [5]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 64], f32>
  %WORKGROUP_0 = wave.workgroup_id 0
  wave.iterate T at %T from %WORKGROUP_0 while "$0 < 4" {
    %at = wave.index "$0 * 64" (%T)
    wave.write %0, %c at [%at] mapped [M] : <[M = 64], f32>, <[M = 256], f32>
    %next = wave.index "$0 + 5" (%T)
    wave.yield next %next
  }
}

// -----

// The first trip is also the last one: the counter starts at the workgroup's id.
// CHECK-LABEL: wave.kernel @strided
// CHECK-NOT: wave.iterate
// CHECK: wave.index "$0 * 64" (%WORKGROUP_0)
wave.kernel @strided(%c: !wave.memory<[M = 256], f32>) grid [4, 1, 1] {
  wave.grid_constraint [4]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 64], f32>
  %WORKGROUP_0 = wave.workgroup_id 0
  wave.iterate T at %T from %WORKGROUP_0 while "$0 < 4" {
    %at = wave.index "$0 * 64" (%T)
    wave.write %0, %c at [%at] mapped [M] : <[M = 64], f32>, <[M = 256], f32>
    %next = wave.index "$0 + 4" (%T)
    wave.yield next %next
  }
}

// -----

// What a schedule inserts at the start of each trip keeps its loop.
// CHECK-LABEL: wave.kernel @inserted
// CHECK: wave.iterate T
wave.kernel @inserted(%c: !wave.memory<[M = 256], f32>) grid [4, 1, 1] {
  wave.grid_constraint [4]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : <[M = 64], f32>
  %WORKGROUP_0 = wave.workgroup_id 0
  wave.iterate T at %T from %WORKGROUP_0 while "$0 < 4" {
    wave.barrier {wave.inserted = #wave.inserted<start>}
    %at = wave.index "$0 * 64" (%T)
    wave.write %0, %c at [%at] mapped [M] : <[M = 64], f32>, <[M = 256], f32>
    %next = wave.index "$0 + 4" (%T)
    wave.yield next %next
  }
}
