// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @k
// CHECK:         %[[SIZE:.*]] = wave.index "M * 2"
// CHECK-NEXT:    wave.splat %[[SIZE]] : <[M], i64>
// CHECK-NEXT:    wave.splat %[[SIZE]] {tag = "limit"} : <[M, N], i32>
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  %size = wave.index "M * 2"
  %0 = wave.splat %size : !wave.tile<[M], i64>
  %1 = wave.splat %size {tag = "limit"} : !wave.tile<[M, N], i32>
}

// CHECK-LABEL: wave.kernel @scaled
// CHECK:           scalars {scale : f32, count : i32}
// CHECK:         wave.splat "scale" : <[M], f32>
wave.kernel @scaled(%a: !wave.memory<[M, N], f32>)
    scalars {scale : f32, count : i32} defaults {M = 4} {
  %0 = wave.splat "scale" : !wave.tile<[M], f32>
}
