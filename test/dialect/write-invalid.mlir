// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// write C1
// expected-note @below {{the memory is [M] f32}}
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the value is [M, N] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{write: the memory lacks N [write-c1]}}
  // expected-note @unknown {{help: reduce the value along N, or give the memory N}}
  wave.write %0, %a : !wave.tile<[M, N], f32>, !wave.memory<[M], f32>
}

// -----

// expected-note @below {{the memory is [M, K] f32}}
wave.kernel @k(%a: !wave.memory<[M, K], f32>, %b: !wave.memory<[M, N], f32>) {
  // expected-note @below {{the value is [M, N] f32, read from 'b'}}
  %0 = wave.read %b : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  // expected-error @below {{write: the value lacks K, and the memory lacks N [write-c1]}}
  // expected-note @unknown {{help: write to a memory with the dimensions of the value; one dimension has one symbol everywhere}}
  wave.write %0, %a : !wave.tile<[M, N], f32>, !wave.memory<[M, K], f32>
}

// -----

// write C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  %c0 = wave.index 0
  // expected-error @below {{write: 2 starts for 1 dimensions [write-c2]}}
  // expected-note @unknown {{help: give one start for each dimension}}
  wave.write %0, %a at [%c0, %c0] : !wave.tile<[M], f32>, !wave.memory<[M], f32>
}

// -----

// write C3
// expected-note @below {{the memory is [N] f32}}
wave.kernel @k(%a: !wave.memory<[N], f32>, %b: !wave.memory<[M], f32>) {
  // expected-note @below {{the workgroup constraint of M is here}}
  wave.workgroup_constraint M tile 4 dim 0
  %0 = wave.read %a : !wave.memory<[N], f32> -> !wave.tile<[N], f32>
  // expected-error @below {{write: the memory lacks the dimension M, which is distributed over workgroups [write-c3]}}
  // expected-note @unknown {{help: every workgroup along M would write the same elements: give the memory that dimension, or take the workgroup constraint away}}
  wave.write %0, %a : !wave.tile<[N], f32>, !wave.memory<[N], f32>
}

// -----

// The mapping says where in the memory the value is, which is the same for every workgroup.
wave.kernel @k(%a: !wave.memory<[N], f32>, %b: !wave.memory<[M, N], f32>) {
  // expected-note @below {{the workgroup constraint of M is here}}
  wave.workgroup_constraint M tile 4 dim 0
  // expected-note @below {{the value is [N] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[N], f32> -> !wave.tile<[N], f32>
  // expected-error @below {{write: the value lacks the dimension M, which is distributed over workgroups [write-c3]}}
  // expected-note @unknown {{help: every workgroup along M would write what the mapping makes of the same elements: write broadcast(value, {M, N}), with an iterator for M in the mapping}}
  wave.write %0, %b mapping ["0", "$i0"] : !wave.tile<[N], f32>, !wave.memory<[M, N], f32>
}

// -----

// A constraint that is broken itself is not looked at.
wave.kernel @k(%a: !wave.memory<[N], f32>) {
  %0 = wave.read %a : !wave.memory<[N], f32> -> !wave.tile<[N], f32>
  wave.write %0, %a : !wave.tile<[N], f32>, !wave.memory<[N], f32>
  // expected-error @below {{requires attribute 'dim'}}
  "wave.workgroup_constraint"() : () -> ()
}

// -----

// write C6
wave.kernel @k(%c: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M = 8], f32>
  %c0 = wave.index 0
  // expected-error @below {{write: the path is async, which it cannot take [write-c6]}}
  // expected-note @unknown {{help: write one of lanes, elements, or leave the path out: wave-choose-paths chooses it}}
  wave.write %0, %c at [%c0] {path = #wave.path<async>} : !wave.tile<[M = 8], f32>, !wave.memory<[M = 8], f32>
}

// -----

// write C1: a dimension that is dropped is not in the value.
wave.kernel @k(%a: !wave.memory<[B, M], f16>) {
  %0 = wave.register 1.0 : f16 : !wave.tile<[B, M], f16>
  // expected-error @below {{write: the memory lacks B [write-c1]}}
  // expected-note @above {{the value is [B, M] f16, a constant}}
  // expected-note @-4 {{the memory is [B, M] f16}}
  // expected-note @unknown {{help: reduce the value along B, or give the memory B}}
  wave.write %0, %a dropped [B] : !wave.tile<[B, M], f16>, !wave.memory<[B, M], f16>
}
