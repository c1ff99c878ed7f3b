// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// layout C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{layout: along M the digits [M:2, M:4:3] do not count every coordinate once [layout-c1]}}
  // expected-note @unknown {{help: compare with what wave emit --stage distributed writes for a GPU target}}
  // expected-error @below {{failed to parse}}
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32, #wave.layout<registers [M:2] lanes [M:4:3] waves []>>
}

// -----

// shared_layout C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{shared_layout: a stride or the swizzle is none [shared_layout-c1]}}
  // expected-error @below {{failed to parse}}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8, K = 4], f32, #wave.shared_layout<strides [0, 1]>>
}

// -----

// shared_layout C1: columns
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{shared_layout: there are no columns of 3 elements [shared_layout-c1]}}
  // expected-error @below {{failed to parse}}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8, K = 4], f32, #wave.shared_layout<strides [3, 1] columns 3>>
}

// -----

// ring C1
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{buffer: there are 0 slots [buffer-c1]}}
  // expected-note @unknown {{help: a buffer has 1 to 65536 slots}}
  %b = wave.allocate "b" : !wave.buffer<0, [M = 8, K = 4], f32>
}

// -----

// ring C2
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{buffer: the size of M is no number [buffer-c2]}}
  // expected-note @unknown {{help: write it as M = 64}}
  %b = wave.allocate "b" : !wave.buffer<1, [M, K = 4], f32>
}

// -----

// ring C3
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  // expected-error @below {{buffer: 1 strides for 2 dimensions [buffer-c3]}}
  // expected-note @unknown {{help: give one stride for each dimension}}
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8, K = 4], f32, #wave.shared_layout<strides [1]>>
}
