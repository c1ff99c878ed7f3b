// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// reduce C1
wave.kernel @k() {
  // expected-note @below {{the value is [M, N] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{sum: the value has no dimension K [reduce-c1]}}
  // expected-note @unknown {{help: reduce along one of its dimensions}}
  %1 = wave.reduce sum %0 along K : !wave.tile<[M, N], f32> -> !wave.tile<[M, N], f32>
}

// -----

// reduce C2
wave.kernel @k() {
  // expected-note @below {{the value is [M] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{max: the value has no dimension beside M [reduce-c2]}}
  // expected-note @unknown {{help: a tile has at least one dimension: give the memory another one, of size 1}}
  %1 = wave.reduce max %0 along M : !wave.tile<[M], f32> -> !wave.tile<[M], f32>
}

// -----

// reduce C3
wave.kernel @k() {
  // expected-note @below {{the value is [M, N] f32, a constant}}
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  // expected-note @below {{the initial value is [N] f32, a constant}}
  %1 = wave.register 1.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{min: the initial value is [N] f32, and [M] f32 remains of the value [reduce-c3]}}
  // expected-note @unknown {{help: start from a register with the remaining dimensions and the element type of the value}}
  %2 = wave.reduce min %0 init %1 along N : !wave.tile<[M, N], f32>, !wave.tile<[N], f32> -> !wave.tile<[N], f32>
}

// -----

// reduce C4
wave.kernel @k() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{sum: the result [N] f32 is not [M] f32 [reduce-c4]}}
  // expected-note @unknown {{help: write the result as [M] f32}}
  %1 = wave.reduce sum %0 along N : !wave.tile<[M, N], f32> -> !wave.tile<[N], f32>
}

// -----

// reduce C5
wave.kernel @k() {
  // expected-note @below {{the value is [M, N] i1, a constant}}
  %0 = wave.register true : !wave.tile<[M, N], i1>
  // expected-error @below {{max: there is no max of i1 [reduce-c5]}}
  // expected-note @unknown {{help: cast to an integer first: sum counts, max says whether any holds, min whether all}}
  %1 = wave.reduce max %0 along N : !wave.tile<[M, N], i1> -> !wave.tile<[M], i1>
}

// -----

// reduce C6
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-note @below {{the workgroup constraint of N is here}}
  wave.workgroup_constraint N tile 32 dim 0
  // expected-note @below {{the value is [M, N] f32, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  // expected-error @below {{sum: the reduction dimension N is distributed over workgroups [reduce-c6]}}
  // expected-note @unknown {{help: each workgroup would reduce its own part of N alone: leave N whole, or tile it with TilingConstraint{N, ...} and iterate}}
  %1 = wave.reduce sum %0 along N : !wave.tile<[M, N], f32> -> !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{the value is [M, N] f8e5m2fnuz, a constant}}
  %0 = wave.register 0.5 : f8E5M2FNUZ : !wave.tile<[M, N], f8E5M2FNUZ>
  // expected-error @below {{sum: there is no sum of f8e5m2fnuz [reduce-c5]}}
  // expected-note @unknown {{help: 8-bit floats are for memories and MMAs: cast to f32 first}}
  %1 = wave.reduce sum %0 along N : !wave.tile<[M, N], f8E5M2FNUZ> -> !wave.tile<[M], f8E5M2FNUZ>
}
