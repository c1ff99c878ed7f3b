// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.kernel @permute
wave.kernel @permute(%a: !wave.memory<[M, N], f32>) {
  %0 = wave.read %a : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  // CHECK: wave.permute %0 {tag = "turned"} : <[M, N], f32> -> <[N, M], f32>
  %1 = wave.permute %0 {tag = "turned"} : !wave.tile<[M, N], f32> -> !wave.tile<[N, M], f32>
}
