// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @parts
// CHECK:         wave.mma %[[A:.*]], %[[B:.*]], %[[C:.*]] : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
// CHECK-NEXT:    wave.mma %[[A]], %[[B]], %[[C]] {mma_type = "F32_16x16x16_F16", tag = "mma"} : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
wave.kernel @parts(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16>) {
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.read %b : !wave.memory<[N, K], f16> -> !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
  %4 = wave.mma %0, %1, %2 {tag = "mma", mma_type = "F32_16x16x16_F16"}
      : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// Dimensions are found by name in any position; batches are in all three.
// CHECK-LABEL: wave.kernel @batched
// CHECK:         wave.mma %{{.*}}, %{{.*}}, %{{.*}} : <[K, B, M], i8>, <[B, K, N], i8>, <[N, M, B], i32>
wave.kernel @batched(%a: !wave.memory<[K, B, M], i8>, %b: !wave.memory<[B, K, N], i8>) {
  %0 = wave.read %a : !wave.memory<[K, B, M], i8> -> !wave.tile<[K, B, M], i8>
  %1 = wave.read %b : !wave.memory<[B, K, N], i8> -> !wave.tile<[B, K, N], i8>
  %2 = wave.register 0 : i32 : !wave.tile<[N, M, B], i32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[K, B, M], i8>, !wave.tile<[B, K, N], i8>, !wave.tile<[N, M, B], i32>
}

// Several dimensions of each kind.
// CHECK-LABEL: wave.kernel @several
// CHECK:         wave.mma %{{.*}}, %{{.*}}, %{{.*}} : <[B, M, J, K], f16>, <[N, K, P, J], f16>, <[P, B, M, N], f32>
wave.kernel @several() {
  %0 = wave.register 1.0 : f16 : !wave.tile<[B, M, J, K], f16>
  %1 = wave.register 1.0 : f16 : !wave.tile<[N, K, P, J], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[P, B, M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[B, M, J, K], f16>, !wave.tile<[N, K, P, J], f16>, !wave.tile<[P, B, M, N], f32>
}
