// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/unknown-symbol.mlir --verify-diagnostics --wave-bind-symbols='subs=BLOK_M=64;M=3'
// RUN: wave-opt %t/space-as-size.mlir --verify-diagnostics --wave-bind-symbols=subs=M=GLOBAL_ADDRESS_SPACE
// RUN: wave-opt %t/unbound-size.mlir --verify-diagnostics --wave-bind-symbols=subs=M=3
// RUN: wave-opt %t/open-tile.mlir --verify-diagnostics --wave-bind-symbols='subs=B=M/4'
// RUN: wave-opt %t/open-cycle.mlir --verify-diagnostics --wave-bind-symbols='subs=N=M+P;P=N+M'
// RUN: wave-opt %t/open-unbound.mlir --verify-diagnostics --wave-bind-symbols='subs=N=M+Q'
// RUN: wave-opt %t/unbound-tile.mlir --verify-diagnostics --wave-bind-symbols=subs=M=3
// RUN: wave-opt %t/unbound-inside.mlir --verify-diagnostics --wave-bind-symbols=subs=M=2*N
// RUN: wave-opt %t/unbound-space.mlir --verify-diagnostics --wave-bind-symbols=subs=M=3
// RUN: wave-opt %t/unbound-register.mlir --verify-diagnostics --wave-bind-symbols=subs=M=3
// RUN: wave-opt %t/inexact-quotient.mlir --verify-diagnostics --wave-bind-symbols='subs=M=65;B=65'
// RUN: wave-opt %t/division-by-zero.mlir --verify-diagnostics --wave-bind-symbols='subs=M=64;B=0'
// RUN: wave-opt %t/overflow.mlir --verify-diagnostics --wave-bind-symbols='subs=M=4611686018427387904'
// RUN: wave-opt %t/cyclic-binding.mlir --verify-diagnostics --wave-bind-symbols='subs=M=N+1;N=M+1'
// RUN: wave-opt %t/negative-size.mlir --verify-diagnostics --wave-bind-symbols='subs=M=-4'
// RUN: wave-opt %t/address-space.mlir --verify-diagnostics --wave-bind-symbols='subs=M=3;S=1'
// RUN: wave-opt %t/cyclic-space.mlir --verify-diagnostics --wave-bind-symbols='subs=M=3;S=T;T=S'
// RUN: wave-opt %t/subs-syntax.mlir --verify-diagnostics --wave-bind-symbols='subs=M=3;N'
// RUN: wave-opt %t/subs-syntax-2.mlir --verify-diagnostics --wave-bind-symbols='subs=M=3+'
// RUN: wave-opt %t/zero-tile.mlir --verify-diagnostics --wave-bind-symbols='subs=M=3;B=0'

//--- unknown-symbol.mlir
// expected-error @below {{kernel 'k' has no symbol 'BLOK_M', which is bound to 64 [unknown-symbol]}}
// expected-note @below {{its symbols are M, BLOCK_M}}
// expected-note @unknown {{help: did you mean BLOCK_M?}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile BLOCK_M dim 0
}

//--- unbound-size.mlir
// A symbol is left open only where it is a whole dimension.
// expected-error @below {{symbol 'K' has no value [unbound-symbol]}}
// expected-note @below {{memory 'a' is [M, K * 2] f32}}
// expected-note @unknown {{help: bind it: .subs = {K = ...}, or -D K=... on the command line}}
wave.kernel @k(%a: !wave.memory<[M, "K * 2"], f32>) {
}

//--- open-tile.mlir
// expected-note @below {{memory 'a' is [M] f32}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{tile of M is M / 4, but the size M is left open until the launch [open-tile]}}
  // expected-note @unknown {{help: tiles are numbers when a kernel is compiled: bind M, or choose a tile that does not depend on it}}
  wave.workgroup_constraint M tile B dim 0
}

//--- open-cycle.mlir
// expected-error @below {{size N of memory 'a': N is bound in terms of itself [cyclic-binding]}}
// expected-note @unknown {{help: bind one of the symbols to a number}}
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
}

//--- open-unbound.mlir
// expected-error @below {{symbol 'Q' has no value [unbound-symbol]}}
// expected-note @below {{N is M + Q}}
// expected-note @unknown {{help: bind it: .subs = {Q = ...}, or -D Q=... on the command line}}
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
}

//--- unbound-tile.mlir
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{symbol 'B' has no value [unbound-symbol]}}
  // expected-note @below {{the tile of M is B / 2}}
  // expected-note @unknown {{help: bind it: .subs = {B = ...}, or -D B=... on the command line}}
  wave.workgroup_constraint M tile "B / 2" dim 0
}

//--- unbound-inside.mlir
// expected-error @below {{symbol 'N' has no value [unbound-symbol]}}
// expected-note @below {{M is N * 2}}
// expected-note @unknown {{help: bind it: .subs = {N = ...}, or -D N=... on the command line}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- unbound-space.mlir
// expected-error @below {{symbol 'S' has no value [unbound-symbol]}}
// expected-note @below {{the address space of memory 'a' is S}}
// expected-note @unknown {{help: bind it: .subs = {S = SHARED_ADDRESS_SPACE}, or -D S=SHARED_ADDRESS_SPACE on the command line}}
wave.kernel @k(%a: !wave.memory<[M], f32, S>) {
}

//--- unbound-register.mlir
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{symbol 'Q' has no value [unbound-symbol]}}
  // expected-note @below {{a tile is [Q] f32}}
  // expected-note @unknown {{help: bind it: .subs = {Q = ...}, or -D Q=... on the command line}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[Q], f32>
}

//--- inexact-quotient.mlir
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{tile of M: B / 2 is not exact for B = 65 [inexact-quotient]}}
  // expected-note @unknown {{help: choose values that divide without a remainder, or round: floordiv, ceildiv}}
  wave.workgroup_constraint M tile "B / 2" dim 0
}

//--- division-by-zero.mlir
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{tile of M: ceildiv(M, B) divides by zero for M = 64 and B = 0 [division-by-zero]}}
  // expected-note @unknown {{help: choose other values for the symbols}}
  wave.workgroup_constraint M tile "ceildiv(M, B)" dim 0
}

//--- overflow.mlir
// expected-error @below {{size M * 2 of memory 'a': M * 2 = 9223372036854775808 overflows 64 bits for M = 4611686018427387904 [overflow]}}
// expected-note @unknown {{help: choose other values for the symbols}}
wave.kernel @k(%a: !wave.memory<["M * 2"], f32>) {
}

//--- cyclic-binding.mlir
// expected-error @below {{size M of memory 'a': M is bound in terms of itself [cyclic-binding]}}
// expected-note @unknown {{help: bind one of the symbols to a number}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- negative-size.mlir
// expected-error @below {{size M of memory 'a' is -4 [negative-size]}}
// expected-note @unknown {{help: sizes are at least 0}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- address-space.mlir
// expected-error @below {{the address space of memory 'a' is 1 [address-space]}}
// expected-note @unknown {{help: bind it to GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE}}
wave.kernel @k(%a: !wave.memory<[M], f32, S>) {
}

//--- cyclic-space.mlir
// expected-error @below {{the address space of memory 'a' is }}
// expected-note @unknown {{help: bind it to GLOBAL_ADDRESS_SPACE or SHARED_ADDRESS_SPACE}}
wave.kernel @k(%a: !wave.memory<[M], f32, S>) {
}

//--- space-as-size.mlir
// expected-error @below {{size M of memory 'a' is GLOBAL_ADDRESS_SPACE, an address space [address-space-as-size]}}
// expected-note @unknown {{help: bind it to a number}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- subs-syntax.mlir
// expected-error @below {{subs: 'N' is not SYMBOL=EXPRESSION [subs-syntax]}}
// expected-note @unknown {{help: write subs="M=128; N=M*2"}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- subs-syntax-2.mlir
// expected-error @below {{subs: 'M=3+' is not SYMBOL=EXPRESSION [subs-syntax]}}
// expected-note @unknown {{help: write subs="M=128; N=M*2"}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
}

//--- zero-tile.mlir
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-error @below {{workgroup constraint: tile of M is 0 [workgroup_constraint-c3]}}
  // expected-note @unknown {{help: a tile has at least 1 element}}
  wave.workgroup_constraint M tile B dim 0
}
