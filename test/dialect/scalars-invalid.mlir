// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// scalar_write C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  %one = wave.index 1
  // expected-error @below {{scalar_write (C1): a slot holds [M] f16, and an index is one i64 [scalar_write-c1]}}
  // expected-note @unknown {{help: allocate a ring of [SCALAR = 1], i64}}
  wave.scalar_write %one, %b : !wave.buffer<1, [M = 8], f16>
}

// -----

// scalar_read C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  %b = wave.allocate "b" : !wave.buffer<1, [M = 8], f16>
  // expected-error @below {{scalar_read (C1): a slot holds [M] f16, and an index is one i64 [scalar_read-c1]}}
  %0 = wave.scalar_read %b : !wave.buffer<1, [M = 8], f16>
}
