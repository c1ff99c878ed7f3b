// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/limits.mlir --split-input-file --verify-diagnostics --wave-cpu-lower-to-loops
// RUN: wave-opt %t/isa.mlir --verify-diagnostics --wave-cpu-lower-to-loops=isa=MMX

//--- limits.mlir
wave.kernel @large(%a: !wave.memory<[M = 1073741824], f32>) grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{kernel 'large': the tiles of a workgroup need 4294967296 bytes, a thread of the CPU target has 1073741824 [tiles-too-large]}}
  // expected-note @unknown {{help: a dimension with neither a workgroup nor a tiling constraint is whole in the tile: give the large ones a constraint, or choose smaller tiles}}
  %0 = wave.read %a at [%c0] : <[M = 1073741824], f32> -> <[M = 1073741824], f32>
}

// -----

wave.kernel @overflow(%a: !wave.memory<[M = 9223372036854775807], f32>) grid [1, 1, 1] {
  %c0 = wave.index 0
  // expected-error @below {{kernel 'overflow': the tiles of a workgroup need more than 2^63 bytes, a thread of the CPU target has 1073741824 [tiles-too-large]}}
  %0 = wave.read %a at [%c0] : <[M = 9223372036854775807], f32> -> <[M = 9223372036854775807], f32>
}

// -----

// The pass needs the form bound.
// expected-error @below {{wave.kernel: not in the form bound: memories have sizes exactly from the form sized on [normal-form]}}
// expected-note @unknown {{help: write it in that form, or start from the traced one}}
wave.kernel @traced(%a: !wave.memory<[M], f32>) {
}

//--- isa.mlir
// expected-error @below {{there are no vector instructions 'MMX'}}
module {
}
