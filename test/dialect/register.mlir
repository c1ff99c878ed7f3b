// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-debuginfo | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @types
// CHECK-NEXT:    wave.register 1.500000e+00 : f16 : <[M], f16>
// CHECK-NEXT:    wave.register -1.000000e+00 : bf16 : <[M], bf16>
// CHECK-NEXT:    wave.register 0xFF800000 : f32 : <[M, N], f32>
// CHECK-NEXT:    wave.register 1.000000e-01 : f64 : <[M], f64>
// CHECK-NEXT:    wave.register -128 : i8 : <[M], i8>
// CHECK-NEXT:    wave.register 7 : i32 : <[M], i32>
// CHECK-NEXT:    wave.register -9223372036854775808 : i64 : <[M], i64>
// CHECK-NEXT:    wave.register true : <[M], i1>
wave.kernel @types() {
  %0 = wave.register 1.5 : f16 : !wave.tile<[M], f16>
  %1 = wave.register -1.0 : bf16 : !wave.tile<[M], bf16>
  %2 = wave.register 0xFF800000 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.register 0.1 : f64 : !wave.tile<[M], f64>
  %4 = wave.register -128 : i8 : !wave.tile<[M], i8>
  %5 = wave.register 7 : i32 : !wave.tile<[M], i32>
  %6 = wave.register -9223372036854775808 : i64 : !wave.tile<[M], i64>
  %7 = wave.register true : !wave.tile<[M], i1>
}
