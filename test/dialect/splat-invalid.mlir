// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// splat C1
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  %size = wave.index M
  // expected-error @below {{splat: the result is [M, N] f32 [splat-c1]}}
  // expected-note @unknown {{help: indices are i32 or i64: cast the result to another type}}
  %0 = wave.splat %size : !wave.tile<[M, N], f32>
}

// -----

// splat C2
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-error @below {{splat: there is neither an index nor an argument [splat-c2]}}
  // expected-note @unknown {{help: write one of them}}
  %0 = wave.splat : !wave.tile<[M, N], i32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M, N], f32>)
    scalars {scale : f32} {
  %size = wave.index M
  // expected-error @below {{splat: there is both an index and an argument [splat-c2]}}
  %0 = wave.splat %size "scale" : !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M, N], f32>)
    scalars {scale : f16} {
  // expected-error @below {{splat: the result is [M, N] f32, and the kernel has no float scalar 'scale' of that type [splat-c2]}}
  // expected-note @unknown {{help: name a scalar of the kernel, and cast the result to another type}}
  %0 = wave.splat "scale" : !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M, N], f32>)
    scalars {count : i32} {
  // expected-error @below {{splat: the result is [M, N] i32, and the kernel has no float scalar 'count' of that type [splat-c2]}}
  %0 = wave.splat "count" : !wave.tile<[M, N], i32>
}
