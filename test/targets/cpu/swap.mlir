// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// Padded to whole register blocks of 8 floats, a row of 4 takes one cache line of 64
// bytes.  Two values that change places need one temporary each: all are taken before
// the first is overwritten.

// CHECK: func.func @swap({{.*}}wave.workspace_bytes = #wave.expr<256>}
wave.kernel @swap(%a: !wave.memory<[K = 4], f32>, %b: !wave.memory<[M = 4], f32>)
    bindings {M = 4} grid [1, 1, 1] {
  wave.tiling_constraint K tile 1
  %0 = wave.register 1.0 : f32 : <[M = 4], f32>
  %1 = wave.register 2.0 : f32 : <[M = 4], f32>
  %c4 = wave.index 4
  %2:2 = wave.iterate K count %c4 iter_args(%x = %0, %y = %1) -> (!wave.tile<[M = 4], f32>, !wave.tile<[M = 4], f32>) {
    wave.yield %y, %x : !wave.tile<[M = 4], f32>, !wave.tile<[M = 4], f32>
  }
  %c0 = wave.index 0
  wave.write %2#0, %b at [%c0] : <[M = 4], f32>, <[M = 4], f32>
}

// -----

// Values that stay need none.
// CHECK: func.func @stay({{.*}}wave.workspace_bytes = #wave.expr<128>}
wave.kernel @stay(%a: !wave.memory<[K = 4], f32>, %b: !wave.memory<[M = 4], f32>)
    bindings {M = 4} grid [1, 1, 1] {
  wave.tiling_constraint K tile 1
  %0 = wave.register 1.0 : f32 : <[M = 4], f32>
  %1 = wave.register 2.0 : f32 : <[M = 4], f32>
  %c4 = wave.index 4
  %2:2 = wave.iterate K count %c4 iter_args(%x = %0, %y = %1) -> (!wave.tile<[M = 4], f32>, !wave.tile<[M = 4], f32>) {
    wave.yield %x, %y : !wave.tile<[M = 4], f32>, !wave.tile<[M = 4], f32>
  }
  %c0 = wave.index 0
  wave.write %2#0, %b at [%c0] : <[M = 4], f32>, <[M = 4], f32>
}
