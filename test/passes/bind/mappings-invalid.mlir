// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-bind-symbols='subs=M=8;N=8'

wave.kernel @never_set(%a: !wave.memory<[M, N], f32>, %c: !wave.memory<[M, N], f32>) {
  // expected-error @below {{symbol 'OFFSET' has no value [unbound-symbol]}}
  // expected-note @below {{a coordinate of the mapping is iterator(0) % OFFSET}}
  // expected-note @unknown {{help: bind it: .subs = {OFFSET = ...}, or -D OFFSET=... on the command line; or set it in the kernel, before this use: set_symbol(OFFSET, ...)}}
  %0 = wave.read %a mapping ["$i0 % OFFSET", "$i1"] : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
}
