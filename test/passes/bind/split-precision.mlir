// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-split-precision=chip=sm_90a | FileCheck %s --check-prefixes=CHECK,TF32
// RUN: wave-opt %s --wave-split-precision=chip=cpu | FileCheck %s --check-prefixes=CHECK,TF32
// RUN: wave-opt %s --wave-split-precision=chip=gfx942 | FileCheck %s --check-prefixes=CHECK,FULL

// One of tf32 stays where there are instructions for it; else an exact one multiplies what they would read.
// CHECK-LABEL: wave.kernel @one
// TF32-NEXT: %[[A:.*]] = wave.register 1
// TF32-NEXT: %[[B:.*]] = wave.register 2
// TF32-NEXT: %[[C:.*]] = wave.register 0
// TF32-NEXT: wave.mma %[[A]], %[[B]], %[[C]] {precision = "tf32"}
// FULL: %[[A:.*]] = wave.unary tf32
// FULL-NEXT: %[[B:.*]] = wave.unary tf32
// FULL-NEXT: wave.mma %[[A]], %[[B]], %{{.*}} : <[M, K], f32>
wave.kernel @one() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 {precision = "tf32"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// What an instruction is named for stays, and the chip may refuse it.
// CHECK-LABEL: wave.kernel @named
// CHECK-NOT: wave.unary
// CHECK: wave.mma {{.*}} {mma_type = "F32_16x8x8_TF32", precision = "tf32"}
wave.kernel @named() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x8x8_TF32", precision = "tf32"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// Three, each with the tag, the small ones first; a remainder is made where it is multiplied.
// CHECK-LABEL: wave.kernel @three
// TF32-NEXT: %[[A:.*]] = wave.register 1
// TF32-NEXT: %[[B:.*]] = wave.register 2
// TF32-NEXT: %[[C:.*]] = wave.register 0
// TF32-NEXT: %[[HIGH_A:.*]] = wave.unary tf32 %[[A]]
// TF32-NEXT: %[[LOW_A:.*]] = wave.sub %[[A]], %[[HIGH_A]]
// TF32-NEXT: %[[C1:.*]] = wave.mma %[[LOW_A]], %[[B]], %[[C]] {precision = "tf32", tag = "mma"}
// TF32-NEXT: %[[HIGH_B:.*]] = wave.unary tf32 %[[B]]
// TF32-NEXT: %[[LOW_B:.*]] = wave.sub %[[B]], %[[HIGH_B]]
// TF32-NEXT: %[[C2:.*]] = wave.mma %[[A]], %[[LOW_B]], %[[C1]] {precision = "tf32", tag = "mma"}
// TF32-NEXT: wave.mma %[[A]], %[[B]], %[[C2]] {precision = "tf32", tag = "mma"}
// FULL-COUNT-3: wave.mma {{.*}} {tag = "mma"}
wave.kernel @three() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 {precision = "3xtf32", tag = "mma"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// CHECK-LABEL: wave.kernel @exact
// CHECK-NOT: wave.unary
// CHECK: wave.mma {{.*}} {precision = "full"}
wave.kernel @exact() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 {precision = "full"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}
