// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @persistent
wave.kernel @persistent(%a: !wave.memory<[M, N], f32>) {
  // CHECK: wave.grid_constraint ["ceildiv(M, 64)", NUM_CTAS, 2]
  wave.grid_constraint ["ceildiv(M, 64)", NUM_CTAS, 2]
  wave.workgroup_constraint M tile 64 dim 0
  // CHECK: wave.tiling_constraint T tile 1
  wave.tiling_constraint T tile 1
  // CHECK: wave.hardware_constraint {vector_shapes = {T = 0 : i64}}
  wave.hardware_constraint {vector_shapes = {T = 0}}
  // CHECK: %[[ID:.*]] = wave.workgroup_id 0
  %id = wave.workgroup_id 0
  // CHECK: wave.iterate T at %[[T:.*]] from %[[ID]] while "$0 < TILES" {
  wave.iterate T at %t from %id while "$0 < TILES" {
    // CHECK: %[[FROM:.*]] = wave.index "$0 * 64" (%[[T]]) {i32}
    %from = wave.index "$0 * 64" (%t) {i32}
    // CHECK: %[[X:.*]] = wave.read %a mapping ["$0 + $i0", "$i1"] (%[[FROM]]) :
    %x = wave.read %a mapping ["$0 + $i0", "$i1"] (%from) : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
    // CHECK: wave.write %[[X]], %a mapping ["$0 + $i0", "$i1"] (%[[FROM]]) :
    wave.write %x, %a mapping ["$0 + $i0", "$i1"] (%from) : !wave.tile<[M, N], f32>, !wave.memory<[M, N], f32>
    // CHECK: %[[NEXT:.*]] = wave.index "$0 + NUM_CTAS" (%[[T]])
    %next = wave.index "$0 + NUM_CTAS" (%t)
    // CHECK: wave.yield next %[[NEXT]]
    wave.yield next %next
  }
  %one = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  // CHECK: wave.iterate T at %[[T:.*]] from %[[ID]] while "$0 < $1" (%[[ID]]) iter_args(%[[X:.*]] = %{{.*}}) -> !wave.tile<[M, N], f32> {
  %y = wave.iterate T at %t from %id while "$0 < $1" (%id) iter_args(%x = %one) -> (!wave.tile<[M, N], f32>) {
    // CHECK: %[[NEXT:.*]] = wave.index "$0 + 1" (%[[T]])
    %next = wave.index "$0 + 1" (%t)
    // CHECK: wave.yield next %[[NEXT]] %[[X]] : !wave.tile<[M, N], f32>
    wave.yield next %next %x : !wave.tile<[M, N], f32>
  }
}
