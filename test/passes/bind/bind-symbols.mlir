// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=128; N=M*2; B=floor(N / 4); S=T; T=SHARED_ADDRESS_SPACE; Q=3"}))' \
// RUN:   | FileCheck %s

// Sizes of memories, tiles of constraints and address spaces become values; the types
// of tiles stay as they are.  The bindings say what the symbols became.

// CHECK:      wave.kernel @k(%a: !wave.memory<[M = 128, N = 256], f32, SHARED_ADDRESS_SPACE>,
// CHECK-SAME:                %b: !wave.memory<["M + 1" = 129], f32>)
// CHECK-NEXT:   bindings {B = 64, M = 128, N = 256, Q = 3}
// CHECK-NEXT:   wave.workgroup_constraint M tile 64 dim 0
// CHECK-NEXT:   wave.wave_constraint M tile 32
// CHECK-NEXT:   wave.tiling_constraint N tile 16
// CHECK-NEXT:   wave.register {{.*}} : <[Q], f32>
// CHECK-NEXT:   wave.read %a : <[M = 128, N = 256], f32, SHARED_ADDRESS_SPACE> -> <[M, N], f32>
wave.kernel @k(%a: !wave.memory<[M, N], f32, S>, %b: !wave.memory<["M + 1"], f32>) {
  wave.workgroup_constraint M tile B dim 0
  wave.wave_constraint M tile "B / 2"
  wave.tiling_constraint N tile 16
  %0 = wave.register 0.0 : f32 : !wave.tile<[Q], f32>
  %1 = wave.read %a : !wave.memory<[M, N], f32, S> -> !wave.tile<[M, N], f32>
}
