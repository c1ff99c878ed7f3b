// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=64; N=100; K=100"},wave-distribute-tiles))' \
// RUN:   | FileCheck %s

// A loop that ends where the workgroup's rows do, and a part of N of which a loop takes steps.
// CHECK-LABEL: wave.kernel @bounds
// CHECK:         %[[END:.*]] = wave.index "$0 * 16 + 16" (%WORKGROUP_0)
// CHECK:         %[[COUNT:.*]] = wave.index "Max(ceildiv(Min($0 * 16 + 16, 100), 8), 0)" (%WORKGROUP_0)
// CHECK:         wave.iterate K end %[[END]] at %K count %[[COUNT]]
// CHECK:         %[[PART:.*]] = wave.index "Max(ceildiv(Min($0 * 32 + 32, 100), 8) - $0 * 4, 0)" (%WORKGROUP_1)
// CHECK:         wave.iterate N at %N count %[[PART]]
// CHECK:           wave.index "$0 * 8 + $1 * 32" (%N, %WORKGROUP_1)
// CHECK:           wave.self_index at [%{{.*}}] : <[N = 8], i32>
wave.kernel @bounds(%a: !wave.memory<[M, K], f32>, %b: !wave.memory<[M, N], i32>) {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.tiling_constraint K tile 8
  wave.tiling_constraint N tile 8
  %id = wave.workgroup_id 0
  %end = wave.index "($0 + 1) * 16" (%id)
  %zero = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %sum = wave.iterate K end %end iter_args(%acc = %zero) -> (!wave.tile<[M], f32>) {
    %x = wave.read %a : <[M, K], f32> -> <[M, K], f32>
    %next = wave.reduce sum %x init %acc along K : !wave.tile<[M, K], f32>, !wave.tile<[M], f32> -> !wave.tile<[M], f32>
    wave.yield %next : !wave.tile<[M], f32>
  }
  wave.iterate N {
    %n = wave.self_index : !wave.tile<[N], i32>
    %zeros = wave.register 0 : i32 : !wave.tile<[M, N], i32>
    %both = wave.add %zeros, %n : !wave.tile<[M, N], i32>, !wave.tile<[N], i32> -> !wave.tile<[M, N], i32>
    wave.write %both, %b : <[M, N], i32>, <[M, N], i32>
  }
}
