// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-drop-unit-dims=chip=sm_90a | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-drop-unit-dims=chip=gfx942 | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-drop-unit-dims=chip=cpu | FileCheck %s --check-prefix=CPU

// A workgroup multiplies the matrices of one batch. One that is repeated for each batch is taken as it is.
// CHECK-LABEL: wave.kernel @linear
// CHECK: %[[ZERO:.*]] = wave.register 0.000000e+00 : f32 : <[M, N], f32>
// CHECK: wave.iterate K iter_args(%[[ACC:.*]] = %[[ZERO]]) -> !wave.tile<[M, N], f32>
// CHECK-NEXT: %[[X:.*]] = wave.read %x dropped [B] : <[B = 4, M = 64, K = 32], f16> -> <[M, K], f16>
// CHECK-NEXT: %[[W:.*]] = wave.read %w : <[N = 64, K = 32], f16> -> <[N, K], f16>
// CHECK-NEXT: wave.mma %[[X]], %[[W]], %[[ACC]] : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
// CHECK: wave.write %{{.*}}, %y dropped [B] : <[M, N], f32>, <[B = 4, M = 64, N = 64], f32>
// The CPU's loops take the batches.
// CPU-LABEL: wave.kernel @linear
// CPU: wave.mma {{.*}} : <[B, M, K], f16>, <[B, N, K], f16>, <[B, M, N], f32>
wave.kernel @linear(%x: !wave.memory<[B = 4, M = 64, K = 32], f16>, %w: !wave.memory<[N = 64, K = 32], f16>, %y: !wave.memory<[B = 4, M = 64, N = 64], f32>) {
  wave.workgroup_constraint B tile 1 dim 0
  wave.wave_constraint B tile 1
  wave.tiling_constraint K tile 32
  %0 = wave.register 0.0 : f32 : !wave.tile<[B, M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[B, M, N], f32> {
    %2 = wave.read %x : !wave.memory<[B = 4, M = 64, K = 32], f16> -> !wave.tile<[B, M, K], f16>
    %3 = wave.read %w : !wave.memory<[N = 64, K = 32], f16> -> !wave.tile<[N, K], f16>
    %4 = wave.broadcast %3 : !wave.tile<[N, K], f16> -> !wave.tile<[B, N, K], f16>
    %5 = wave.mma %2, %4, %acc : !wave.tile<[B, M, K], f16>, !wave.tile<[B, N, K], f16>, !wave.tile<[B, M, N], f32>
    wave.yield %5 : !wave.tile<[B, M, N], f32>
  }
  wave.write %1, %y : !wave.tile<[B, M, N], f32>, !wave.memory<[B = 4, M = 64, N = 64], f32>
}

// -----

// A mapping goes on with the one coordinate there is; later iterators have numbers less by one. The body's id is
// that of the tile, which a reordering replaces later.
// CHECK-LABEL: wave.kernel @mapped
// CHECK: wave.read %a dropped [H] : <[H = 8, M = 64, K = 32], f16> -> <[M, K], f16>
// CHECK: wave.read %b mapping ["floordiv($0, 4)", "$i0 + 1", "$i1"] (%WORKGROUP_1) dropped [H] : <[G = 2, N = 64, K = 32], f16> -> <[N, K], f16>
// CHECK: wave.write %{{.*}}, %c mapping ["$i1", "$0", "$i0"] (%WORKGROUP_1) dropped [H] : <[M, N], f32>, <[N = 64, H = 8, M = 64], f32>
wave.kernel @mapped(%a: !wave.memory<[H = 8, M = 64, K = 32], f16>, %b: !wave.memory<[G = 2, N = 64, K = 32], f16>, %c: !wave.memory<[N = 64, H = 8, M = 64], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint H tile 1 dim 1
  wave.reordering_constraint "WORKGROUP_1 + WORKGROUP_0" dim 1
  %0 = wave.register 0.0 : f32 : !wave.tile<[H, M, N], f32>
  %2 = wave.read %a : !wave.memory<[H = 8, M = 64, K = 32], f16> -> !wave.tile<[H, M, K], f16>
  %3 = wave.read %b mapping ["floordiv($i0, 4)", "$i1 + 1", "$i2"] : !wave.memory<[G = 2, N = 64, K = 32], f16> -> !wave.tile<[H, N, K], f16>
  %4 = wave.mma %2, %3, %0 : !wave.tile<[H, M, K], f16>, !wave.tile<[H, N, K], f16>, !wave.tile<[H, M, N], f32>
  wave.write %4, %c mapping ["$i2", "$i0", "$i1"] : !wave.tile<[H, M, N], f32>, !wave.memory<[N = 64, H = 8, M = 64], f32>
}

// -----

// A batch of which a workgroup has two, and one that is reduced.
// CHECK-LABEL: wave.kernel @kept
// CHECK: wave.mma {{.*}} : <[A, D, M, K], f16>, <[A, D, N, K], f16>, <[A, D, M, N], f32>
wave.kernel @kept(%c: !wave.memory<[A = 2, M = 64, N = 64], f32>) bindings {D = 1} {
  wave.workgroup_constraint A tile 2 dim 0
  %0 = wave.register 1.0 : f16 : !wave.tile<[A, D, M, K], f16>
  %1 = wave.register 1.0 : f16 : !wave.tile<[A, D, N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[A, D, M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[A, D, M, K], f16>, !wave.tile<[A, D, N, K], f16>, !wave.tile<[A, D, M, N], f32>
  %4 = wave.reduce sum %3 along D : !wave.tile<[A, D, M, N], f32> -> !wave.tile<[A, M, N], f32>
  wave.write %4, %c : !wave.tile<[A, M, N], f32>, !wave.memory<[A = 2, M = 64, N = 64], f32>
}

// -----

// A further dimension of lhs, and a further reduction, through which loops go one by one. Of rows of which there is one
// element the other dimension of the same operand takes the place.
// CHECK-LABEL: wave.kernel @conv
// CHECK: wave.iterate R
// CHECK: %[[X:.*]] = wave.read %x mapping ["$0 + $i0", 0, "$i1"] (%R) dropped [M, R] : <[P = 66, Q = 1, C = 64], f16> -> <[B, C], f16>
// CHECK: %[[W:.*]] = wave.read %w dropped [R] : <[N = 64, R = 3, C = 64], f16> -> <[N, C], f16>
// CHECK: wave.mma %[[X]], %[[W]], %{{.*}} : <[B, C], f16>, <[N, C], f16>, <[B, N], f32>
// CPU-LABEL: wave.kernel @conv
// CPU: wave.mma {{.*}} : <[B, M, R, C], f16>, <[N, R, C], f16>, <[B, M, N], f32>
wave.kernel @conv(%x: !wave.memory<[P = 66, Q = 1, C = 64], f16>, %w: !wave.memory<[N = 64, R = 3, C = 64], f16>, %y: !wave.memory<[B = 64, M = 1, N = 64], f32>) {
  wave.tiling_constraint R tile 1
  %0 = wave.register 0.0 : f32 : !wave.tile<[B, M, N], f32>
  %1 = wave.iterate R at %R iter_args(%acc = %0) -> !wave.tile<[B, M, N], f32> {
    %2 = wave.read %x mapping ["$i0 + $i2", "$i1", "$i3"] : !wave.memory<[P = 66, Q = 1, C = 64], f16> -> !wave.tile<[B, M, R, C], f16>
    %3 = wave.read %w : !wave.memory<[N = 64, R = 3, C = 64], f16> -> !wave.tile<[N, R, C], f16>
    %4 = wave.mma %2, %3, %acc : !wave.tile<[B, M, R, C], f16>, !wave.tile<[N, R, C], f16>, !wave.tile<[B, M, N], f32>
    wave.yield %4 : !wave.tile<[B, M, N], f32>
  }
  wave.write %1, %y : !wave.tile<[B, M, N], f32>, !wave.memory<[B = 64, M = 1, N = 64], f32>
}

// -----

// A number for each batch becomes a tile with that number everywhere, along a dimension of what it is combined with.
// CHECK-LABEL: wave.kernel @numbers
// CHECK: %[[ID:.*]] = wave.workgroup_id 0
// CHECK: %[[SLOPE:.*]] = wave.read %slope mapping ["$0"] (%[[ID]]) : <[B = 4], f32> -> <[M], f32>
// CHECK: wave.mul %{{.*}}, %[[SLOPE]] : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
// CHECK: %[[AT:.*]] = wave.splat %[[ID]] : <[M], i32>
// CHECK: %[[REAL:.*]] = wave.cast %[[AT]] : <[M], i32> -> <[M], f32>
// CHECK: wave.add %{{.*}}, %[[REAL]] : <[M, N], f32>, <[M], f32> -> <[M, N], f32>
wave.kernel @numbers(%slope: !wave.memory<[B = 4], f32>, %y: !wave.memory<[B = 4, M = 64, N = 64], f32>) {
  wave.workgroup_constraint B tile 1 dim 0
  %0 = wave.register 1.0 : f16 : !wave.tile<[B, M, K], f16>
  %1 = wave.register 1.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[B, M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[B, M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[B, M, N], f32>
  %4 = wave.read %slope : !wave.memory<[B = 4], f32> -> !wave.tile<[B], f32>
  %5 = wave.mul %3, %4 : !wave.tile<[B, M, N], f32>, !wave.tile<[B], f32> -> !wave.tile<[B, M, N], f32>
  %6 = wave.self_index : !wave.tile<[B], i32>
  %7 = wave.cast %6 : !wave.tile<[B], i32> -> !wave.tile<[B], f32>
  %8 = wave.add %5, %7 : !wave.tile<[B, M, N], f32>, !wave.tile<[B], f32> -> !wave.tile<[B, M, N], f32>
  wave.write %8, %y : !wave.tile<[B, M, N], f32>, !wave.memory<[B = 4, M = 64, N = 64], f32>
}

// -----

// Without the batch both operands are as large as the result, whose order was that of the one that had it.
// CHECK-LABEL: wave.kernel @ordered
// CHECK: %[[LHS:.*]] = wave.permute %{{.*}} : <[N, M], f32> -> <[M, N], f32>
// CHECK: wave.minimum %[[LHS]], %{{.*}} : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
wave.kernel @ordered(%y: !wave.memory<[B = 4, M = 64, N = 64], f32>) {
  wave.workgroup_constraint B tile 1 dim 0
  %0 = wave.register 1.0 : f16 : !wave.tile<[B, M, K], f16>
  %1 = wave.register 1.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[B, M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[B, M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[B, M, N], f32>
  %4 = wave.register 2.0 : f32 : !wave.tile<[N, M], f32>
  %5 = wave.minimum %4, %3 : !wave.tile<[N, M], f32>, !wave.tile<[B, M, N], f32> -> !wave.tile<[B, M, N], f32>
  wave.write %5, %y : !wave.tile<[B, M, N], f32>, !wave.memory<[B = 4, M = 64, N = 64], f32>
}
