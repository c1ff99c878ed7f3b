// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the 128 lanes of a warpgroup those of one warp exchange what they hold.
//
// RUN: wave-opt %s --split-input-file --wave-split-reductions=chip=sm_90a | FileCheck %s

// A row of an accumulator lies in four lanes of a warp.
// CHECK-LABEL: wave.kernel @row
// CHECK-NOT: wave.partial_reduce
// CHECK: wave.reduce max
wave.kernel @row() bindings {M = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 1.0 : f32 : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>>
  %1 = wave.reduce max %0 along N : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>> -> <[M = 64], f32, #wave.layout<registers [M:2:8] lanes [_:4, M:8, M:4:16] waves []>>
}

// -----

// A column lies in eight lanes of each of four warps: each reduces its own, and all of them what all have found.
// CHECK-LABEL: wave.kernel @column
// CHECK: wave.partial_reduce sum {{.*}} along M lanes 32 : {{.*}} -> <[M = 4, N = 8], f32, #wave.layout<registers [N:2] lanes [N:4:2, _:8, M:4] waves []>>
// CHECK-NEXT: wave.convert_layout {{.*}} -> <[M = 4, N = 8], f32, #wave.layout<registers [N:2, M:4] lanes [N:4:2, _:32] waves []>>
// CHECK-NEXT: wave.reduce sum
wave.kernel @column() bindings {M = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 1.0 : f32 : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>>
  %1 = wave.reduce sum %0 along M : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>> -> <[N = 8], f32, #wave.layout<registers [N:2] lanes [N:4:2, _:32] waves []>>
}

// -----

// All lanes along one dimension: the digit is cut where a warp ends. Two warpgroups share it out, too.
// CHECK-LABEL: wave.kernel @whole
// CHECK: wave.partial_reduce sum {{.*}} along N lanes 32 : {{.*}} -> <[N = 8, M = 4], f32, #wave.layout<registers [M:4] lanes [_:32, N:4] waves [N:2:4]>>
wave.kernel @whole() bindings {M = 4, N = 1024} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.register 1.0 : f32 : <[M = 4, N = 1024], f32, #wave.layout<registers [N:4, M:4] lanes [N:128:4] waves [N:2:512]>>
  %1 = wave.reduce sum %0 along N : <[M = 4, N = 1024], f32, #wave.layout<registers [N:4, M:4] lanes [N:128:4] waves [N:2:512]>> -> <[M = 4], f32, #wave.layout<registers [M:4] lanes [_:128] waves [_:2]>>
}
