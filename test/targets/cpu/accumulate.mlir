// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// A tile of 4 by 4 floats takes 64 bytes of the workspace: two packed operands, and
// the accumulator, which the result takes over.
// CHECK: func.func @in_place({{.*}}wave.workspace_bytes = #wave.expr<192>}
wave.kernel @in_place(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>, %c: !wave.memory<[M = 4, N = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
  wave.write %3, %c at [%c0, %c0] : <[M = 4, N = 4], f32>, <[M = 4, N = 4], f32>
}

// -----

// An accumulator that is used again is copied.
// CHECK: func.func @copied({{.*}}wave.workspace_bytes = #wave.expr<256>}
wave.kernel @copied(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>, %c: !wave.memory<[M = 4, N = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
  wave.write %2, %c at [%c0, %c0] : <[M = 4, N = 4], f32>, <[M = 4, N = 4], f32>
}

// -----

// Through a loop, the initial value, the carried one, the sum and the result are one place.
// CHECK: func.func @loop({{.*}}wave.workspace_bytes = #wave.expr<192>}
// CHECK: %[[COUNT:.*]] = arith.constant 2 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]]
wave.kernel @loop(%a: !wave.memory<[M = 4, K = 8], f32>, %b: !wave.memory<[N = 4, K = 8], f32>, %c: !wave.memory<[M = 4, N = 4], f32>)
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %zero = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %c2 = wave.index 2
  %sum = wave.iterate K at %K count %c2 iter_args(%acc = %zero) -> (!wave.tile<[M = 4, N = 4], f32>) {
    %c0 = wave.index 0
    %k = wave.index "$0 * 4" (%K)
    %0 = wave.read %a at [%c0, %k] : <[M = 4, K = 8], f32> -> <[M = 4, K = 4], f32>
    %1 = wave.read %b at [%c0, %k] : <[N = 4, K = 8], f32> -> <[N = 4, K = 4], f32>
    %2 = wave.mma %0, %1, %acc {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
    wave.yield %2 : !wave.tile<[M = 4, N = 4], f32>
  }
  %c0 = wave.index 0
  wave.write %sum, %c at [%c0, %c0] : <[M = 4, N = 4], f32>, <[M = 4, N = 4], f32>
}
