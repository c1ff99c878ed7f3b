// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/traced.mlir --split-input-file --verify-diagnostics --wave-verify-form
// RUN: wave-opt %t/sized.mlir --split-input-file --verify-diagnostics --wave-verify-form=form=sized
// RUN: wave-opt %t/bound.mlir --split-input-file --verify-diagnostics --wave-verify-form=form=bound
// RUN: wave-opt %t/staged.mlir --split-input-file --verify-diagnostics --wave-verify-form=form=staged
// RUN: wave-opt %t/name.mlir --verify-diagnostics --wave-verify-form=form=bounded

//--- traced.mlir
// expected-error @below {{wave.kernel: not in the form traced: memories have sizes exactly from the form sized on [normal-form]}}
// expected-note @unknown {{help: write it in that form, or start from the traced one}}
wave.kernel @k(%a: !wave.memory<[K = 32], f32>) {
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{wave.read: not in the form traced: tile values have sizes exactly from the form bound on [normal-form]}}
  %0 = wave.read %a : <[K], f32> -> <[K = 4], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  %c0 = wave.index 0
  // expected-error @below {{wave.read: not in the form traced: accesses have starts exactly from the form bound on [normal-form]}}
  %0 = wave.read %a at [%c0] : <[K], f32> -> <[K], f32>
}

// -----

// expected-error @below {{wave.kernel: not in the form traced: the kernel has a grid exactly from the form bound on [normal-form]}}
wave.kernel @k(%a: !wave.memory<[K], f32>) grid [1, 1, 1] {
}

//--- sized.mlir
// expected-error @below {{wave.kernel: not in the form sized: memories have sizes exactly from the form sized on [normal-form]}}
// expected-note @unknown {{help: write it in that form, or start from the traced one}}
wave.kernel @k(%a: !wave.memory<[K], f32>) {
}

// -----

// expected-error @below {{wave.kernel: not in the form sized: memories are in the global or the shared address space from the form sized on [normal-form]}}
wave.kernel @k(%a: !wave.memory<[K = 4], f32, SPACE>) {
}

// -----

wave.kernel @k(%a: !wave.memory<[K = 4], f32>) {
  // expected-error @below {{wave.tiling_constraint: not in the form sized: tiles of constraints are numbers from the form sized on [normal-form]}}
  wave.tiling_constraint K tile BLOCK_K
}

// -----

wave.kernel @k(%a: !wave.memory<[K = 4], f32>) {
  wave.tiling_constraint K tile 2
  %c2 = wave.index 2
  // expected-error @below {{wave.iterate: not in the form sized: loops without a condition have counts exactly from the form bound on [normal-form]}}
  wave.iterate K count %c2 {
  }
}

//--- bound.mlir
// expected-error @below {{wave.kernel: not in the form bound: the kernel has a grid exactly from the form bound on [normal-form]}}
// expected-note @unknown {{help: write it in that form, or start from the traced one}}
wave.kernel @k(%a: !wave.memory<[K = 4], f32>) {
}

// -----

wave.kernel @k() grid [1, 1, 1] {
  %0 = wave.register 0.0 : f32 : <[M = 2, K = 2], f32>
  %1 = wave.register 0.0 : f32 : <[N = 2, K = 2], f32>
  %2 = wave.register 0.0 : f32 : <[M = 2, N = 2], f32>
  // expected-error @below {{wave.mma: not in the form bound: every mma has an instruction from the form bound on [normal-form]}}
  %3 = wave.mma %0, %1, %2 : <[M = 2, K = 2], f32>, <[N = 2, K = 2], f32>, <[M = 2, N = 2], f32>
}

// -----

// What the constraints do not give.
wave.kernel @k(%a: !wave.memory<[K = 4], f32>) grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{wave.read: not in the form bound: the type of a tile is !wave.tile<[K = 5], f32>, the constraints give !wave.tile<[K = 4], f32> [normal-form]}}
  // expected-note @unknown {{help: write what the constraints give, or start from the traced form}}
  %0 = wave.read %a at [%c0] : <[K = 4], f32> -> <[K = 5], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[K = 4], f32>) grid [1, 1, 1] {
  %c1 = wave.index 1
  // expected-error @below {{wave.read: not in the form bound: the start along K is 1, the constraints give 0 [normal-form]}}
  %0 = wave.read %a at [%c1] : <[K = 4], f32> -> <[K = 4], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[K = 4], f32>) grid [1, 1, 1] {
  wave.tiling_constraint K tile 2
  %c3 = wave.index 3
  // expected-error @below {{wave.iterate: not in the form bound: the count is 3, the constraints give 2 [normal-form]}}
  wave.iterate K count %c3 {
  }
}

// -----

// expected-error @below {{wave.kernel: not in the form bound: the grid is [#wave.expr<3>, #wave.expr<1>, #wave.expr<1>], the constraints give [#wave.expr<2>, #wave.expr<1>, #wave.expr<1>] [normal-form]}}
wave.kernel @k(%a: !wave.memory<[K = 4], f32>) grid [3, 1, 1] {
  wave.workgroup_constraint K tile 2 dim 0
}

// -----

// One dimension has one size.
// expected-note @unknown {{help: give a dimension one size, or start from the traced form}}
// expected-error @+3 {{wave.kernel: not in the form bound: dimension M is 4 in one memory and 100000 in another [normal-form]}}
wave.kernel @sizes(
    %a: !wave.memory<[M = 4], f32>,
    %b: !wave.memory<[M = 100000], f32>) grid [3125, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  // expected-error @below {{wave.role: not in the form bound: rings, what reads and writes them, channels, barriers and hints occur from the form staged on, roles from the form scheduled on, and waits and conversions in the form distributed [normal-form]}}
  wave.role "consumer" waves 1 {
    %0 = wave.register 1.0 : f32 : <[M = 8], f32>
    %c0 = wave.index 0
    wave.write %0, %a at [%c0] : <[M = 8], f32>, <[M = 8], f32>
  }
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  // expected-error @below {{wave.barrier: not in the form bound: rings, what reads and writes them, channels, barriers and hints occur from the form staged on, roles from the form scheduled on, and waits and conversions in the form distributed [normal-form]}}
  wave.barrier
}

//--- staged.mlir
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  // expected-error @below {{wave.role: not in the form staged: rings, what reads and writes them, channels, barriers and hints occur from the form staged on, roles from the form scheduled on, and waits and conversions in the form distributed [normal-form]}}
  // expected-note @unknown {{help: write it in that form, or start from the traced one}}
  wave.role "consumer" waves 1 {
  }
}

//--- name.mlir
// expected-error @below {{there is no normal form 'bounded'}}
wave.kernel @k() {
}
