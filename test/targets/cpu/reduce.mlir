// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-cpu-lower-to-loops=isa=AVX2 | FileCheck %s

// Along the last dimension each of the 8 lanes sums its part; a vector that is not full is
// filled up with zeros, and the lanes are folded.
// CHECK-LABEL: func.func @last
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:           arith.addf %[[SUM]], %{{.*}} : vector<8xf32>
// CHECK:         scf.for {{.*}} -> (vector<8xf32>)
// CHECK:           %[[MASK:.*]] = arith.cmpi slt
// CHECK:           arith.select %[[MASK]]
// CHECK:         vector.shuffle {{.*}} [0, 1, 2, 3] : vector<8xf32>
// CHECK:         arith.addf {{.*}} : vector<4xf32>
// CHECK:         arith.addf {{.*}} : vector<1xf32>
// CHECK:         vector.extract
wave.kernel @last(%a: !wave.memory<[M = 4, N = 21], f32>, %c: !wave.memory<[M = 4], f32>)
    bindings {M = 4, N = 21} grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, N = 21], f32> -> <[M = 4, N = 21], f32>
  %1 = wave.reduce sum %0 along N : <[M = 4, N = 21], f32> -> <[M = 4], f32>
  wave.write %1, %c at [%c0] : <[M = 4], f32>, <[M = 4], f32>
}

// -----

// Along another one each lane is an element of the result; f16 is computed in f32.
// CHECK-LABEL: func.func @first
// CHECK:         scf.for {{.*}} iter_args(%[[MAX:.*]] = %{{.*}}) -> (vector<8xf32>)
// CHECK:           arith.maximumf %[[MAX]], %{{.*}} : vector<8xf32>
// CHECK-NOT:     vector.shuffle
// CHECK:         arith.truncf {{.*}} : vector<8xf32> to vector<8xf16>
wave.kernel @first(%a: !wave.memory<[M = 4, N = 21], f16>, %c: !wave.memory<[N = 21], f16>)
    bindings {M = 4, N = 21} grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, N = 21], f16> -> <[M = 4, N = 21], f16>
  %1 = wave.reduce max %0 along M : <[M = 4, N = 21], f16> -> <[N = 21], f16>
  wave.write %1, %c at [%c0] : <[N = 21], f16>, <[N = 21], f16>
}
