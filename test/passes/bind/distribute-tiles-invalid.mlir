// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel in the wrong form is refused, not dereferenced.
//
// RUN: wave-opt %s --wave-distribute-tiles --split-input-file --verify-diagnostics

// expected-note @unknown {{help: write it in that form, or start from the traced one}}
// expected-error @+1 {{wave.kernel: not in the form sized: memories have sizes exactly from the form sized on [normal-form]}}
wave.kernel @traced(%a: !wave.memory<[K], f32>, %b: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 4
  wave.iterate K {
    %0 = wave.read %a : <[K], f32> -> <[K], f32>
    wave.write %0, %b : <[K], f32>, <[K], f32>
  }
}

// -----

wave.kernel @tile(%a: !wave.memory<[K = 8], f32>, %b: !wave.memory<[K = 8], f32>) {
  // expected-error @+1 {{wave.tiling_constraint: not in the form sized: tiles of constraints are numbers from the form sized on [normal-form]}}
  wave.tiling_constraint K tile BLOCK_K
  wave.iterate K {
    %0 = wave.read %a : <[K = 8], f32> -> <[K], f32>
    wave.write %0, %b : <[K], f32>, <[K = 8], f32>
  }
}
