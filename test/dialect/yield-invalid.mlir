// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expects parent op to be one of 'wave.iterate, wave.if'}}
wave.yield

// -----

wave.kernel @k() {
  // expected-error @below {{expects parent op to be one of 'wave.iterate, wave.if'}}
  wave.yield
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 2
  wave.iterate K {
    // expected-error @below {{must be the last operation in the parent block}}
    "wave.yield"() : () -> ()
    %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
    wave.yield
  }
}
