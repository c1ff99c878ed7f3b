// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A dimension of registers alone is bound like a size.
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=4; X=-5"}))' \
// RUN:   --verify-diagnostics

wave.kernel @k(%b: !wave.memory<[M], f32>) {
  // expected-error @+1 {{size X of a register is -5 [negative-size]}}
  %0 = wave.register 1.0 : f32 : <[X, M], f32>
  // expected-note @unknown {{help: sizes are at least 0}}
}
