// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// The columns of an mma are packed along N.  From a memory that is contiguous along K
// they are transposed in registers, in blocks of 4 by 4.
// CHECK-LABEL:     func.func @transposed
// CHECK-COUNT-8:   vector.shuffle {{.*}} : vector<4xf32>, vector<4xf32>
// CHECK-NOT:       vector.shuffle
// CHECK-COUNT-4:   llvm.intr.fmuladd({{.*}}) : {{.*}} -> vector<4xf32>
wave.kernel @transposed(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
}

// -----

// From one that is contiguous along N they are copied.
// CHECK-LABEL:     func.func @straight
// CHECK-NOT:       vector.shuffle
// CHECK:           llvm.load %{{.*}} -> vector<4xf32>
// CHECK-NOT:       vector.shuffle
// CHECK:           llvm.intr.fmuladd
wave.kernel @straight(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[K = 4, N = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[K = 4, N = 4], f32> -> <[K = 4, N = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[K = 4, N = 4], f32>, <[M = 4, N = 4], f32>
}
