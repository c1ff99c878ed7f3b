// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// mask C2
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  %c0 = wave.index 0
  // expected-error @below {{mask: the fill is no number of the element type [mask-c2]}}
  // expected-note @unknown {{help: write a number and that type, as in 0.000000e+00 : f32}}
  %0 = wave.mask %r [M] at [%c0] fill 0 : i32 : !wave.tile<[M = 8], f32>
}

// -----

// mask C3
wave.kernel @k(%a: !wave.memory<[M = 8, K = 8], f32>) bindings {K = 8, M = 8} grid [1, 1, 1] {
  wave.tiling_constraint K tile 4
  %r = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  %c0 = wave.index 0
  // expected-error @below {{mask: the dimensions are not those of the value, with a start each [mask-c3]}}
  // expected-note @unknown {{help: name dimensions of the value, and give one start for each}}
  %0 = wave.mask %r [K] at [%c0] fill 0.0 : f32 : !wave.tile<[M = 8], f32>
}

// -----

// mask C1
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %r = "wave.register"() {value = 0.0 : f32} : () -> !wave.tile<[M = 8], f32>
  // expected-error @below {{mask: the result is of another type than the value [mask-c1]}}
  // expected-note @unknown {{help: write the value's type for both}}
  %0 = "wave.mask"(%r) {dims = [#wave.expr<M>], start = [#wave.expr<0>], fill = 0.0 : f32} : (!wave.tile<[M = 8], f32>) -> !wave.tile<[M = 4], f32>
}
