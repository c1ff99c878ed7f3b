// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-stage-reads --verify-diagnostics

wave.kernel @open(%a: !wave.memory<[M = M], f32>, %c: !wave.memory<[M = M], f32>) bindings {} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  // expected-error @below {{the tile [M] f32 is as long as M along M, which is left open until the launch [open-tile]}}
  // expected-note @unknown {{help: lanes hold tiles of known sizes: bind the size, or walk M with TilingConstraint{M, ...} and iterate}}
  %0 = wave.read %a at [%c0] : <[M = M], f32> -> <[M = M], f32>
  wave.write %0, %c at [%c0] : <[M = M], f32>, <[M = M], f32>
}
