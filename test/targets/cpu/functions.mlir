// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions are instructions on whole vectors: no call, no table, no branch.
//
// RUN: wave emit %s --stage asm --target cpu:x86-64-v3 | FileCheck %s
// RUN: wave emit %s --stage asm --target cpu:x86-64-v4 | FileCheck %s
// RUN: wave emit %s --stage asm --target cpu:x86-64-v3 | FileCheck %s --check-prefix=AVX2

// CHECK-NOT: call
// AVX2-DAG: vsqrtps {{.*}}%ymm
// AVX2-DAG: vdivps {{.*}}%ymm
// AVX2-DAG: vfmadd{{.*}}ps {{.*}}%ymm
// AVX2-DAG: vpslld {{.*}}%ymm
wave.kernel @functions(%a: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>) defaults {M = 64} {
  %0 = wave.read %a : <[M], f32> -> <[M], f32>
  %1 = wave.unary exp2 %0 : <[M], f32> -> <[M], f32>
  %2 = wave.unary exp %1 : <[M], f32> -> <[M], f32>
  %3 = wave.unary log2 %2 : <[M], f32> -> <[M], f32>
  %4 = wave.unary log %3 : <[M], f32> -> <[M], f32>
  %5 = wave.unary sqrt %4 : <[M], f32> -> <[M], f32>
  %6 = wave.unary rsqrt %5 : <[M], f32> -> <[M], f32>
  %7 = wave.unary tanh %6 : <[M], f32> -> <[M], f32>
  %8 = wave.unary abs %7 : <[M], f32> -> <[M], f32>
  %9 = wave.unary neg %8 : <[M], f32> -> <[M], f32>
  %10 = wave.maximum %9, %0 : <[M], f32>, <[M], f32> -> <[M], f32>
  wave.write %10, %c : <[M], f32>, <[M], f32>
}
