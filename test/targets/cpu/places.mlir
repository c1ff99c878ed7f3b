// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// A tile of 4 by 4 floats takes 64 bytes of the workspace.

// Reads that only feed an mma are packed straight from their memories: the workspace
// holds the accumulator and the two packed operands.
// CHECK: func.func @direct({{.*}}wave.workspace_bytes = #wave.expr<192>}
wave.kernel @direct(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
}

// -----

// A read that is used twice is kept: one place more (and one for the sum).
// CHECK: func.func @used_twice({{.*}}wave.workspace_bytes = #wave.expr<320>}
wave.kernel @used_twice(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
  %4 = wave.add %0, %0 : <[M = 4, K = 4], f32>, <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
}

// -----

// So is one of a memory that the kernel writes.
// CHECK: func.func @written({{.*}}wave.workspace_bytes = #wave.expr<256>}
wave.kernel @written(%a: !wave.memory<[M = 4, K = 4], f32>, %b: !wave.memory<[N = 4, K = 4], f32>)
    grid [1, 1, 1] {
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 4, K = 4], f32> -> <[M = 4, K = 4], f32>
  %1 = wave.read %b at [%c0, %c0] : <[N = 4, K = 4], f32> -> <[N = 4, K = 4], f32>
  wave.write %1, %b at [%c0, %c0] : <[N = 4, K = 4], f32>, <[N = 4, K = 4], f32>
  %2 = wave.register 0.0 : f32 : <[M = 4, N = 4], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_FMA_F32"} : <[M = 4, K = 4], f32>, <[N = 4, K = 4], f32>, <[M = 4, N = 4], f32>
}
