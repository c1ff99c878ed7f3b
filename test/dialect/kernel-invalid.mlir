// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// kernel C1
// expected-error @below {{kernel: 1 arguments have 2 names [kernel-c1]}}
// expected-note @unknown {{help: give each argument one name}}
"wave.kernel"() <{arg_names = ["a", "b"], sym_name = "k"}> ({
^bb0(%a: !wave.memory<[M], f32>):
}) : () -> ()

// -----

// expected-error @below {{kernel: argument 'b' is not a memory [kernel-c1]}}
// expected-note @unknown {{help: write its type as !wave.memory<[M, N], f32>}}
wave.kernel @k(%a: !wave.memory<[M], f32>, %b: !wave.tile<[M], f32>) {
}

// -----

// expected-error @below {{kernel: argument name '0' is not a C identifier [kernel-c1]}}
// expected-note @unknown {{help: use letters, digits and _, and begin with no digit}}
wave.kernel @k(%0: !wave.memory<[M], f32>) {
}

// -----

"wave.kernel"() <{arg_names = [""], sym_name = "k"}> ({
// expected-error @below {{kernel: argument name '' is not a C identifier [kernel-c1]}}
^bb0(%a: !wave.memory<[M], f32>):
}) : () -> ()

// -----

"wave.kernel"() <{arg_names = ["a", "a"], sym_name = "k"}> ({
^bb0(
  // expected-note @below {{the other one is declared here}}
  %a: !wave.memory<[M], f32>,
  // expected-error @below {{kernel: two arguments are called 'a' [kernel-c1]}}
  // expected-note @unknown {{help: give each argument a name of its own}}
  %b: !wave.memory<[M], f32>):
}) : () -> ()

// -----

// kernel C2
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the first one is here}}
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{kernel: dimension M has two workgroup constraints [kernel-c2]}}
  // expected-note @unknown {{help: keep one of them}}
  wave.workgroup_constraint M tile 4 dim 1
}

// -----

// kernel C3
wave.kernel @k() {
  // expected-note @below {{the first one is here}}
  wave.hardware_constraint threads_per_wave 64
  // expected-error @below {{kernel: there are two hardware constraints [kernel-c3]}}
  // expected-note @unknown {{help: keep one; WaveCompileOptions::hardware replaces it for one compile}}
  wave.hardware_constraint threads_per_wave 32
}

// -----

// kernel C4
wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  // expected-note @below {{it is used for M here}}
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{kernel: workgroup dimension 0 is used twice [kernel-c4]}}
  // expected-note @unknown {{help: each dimension of the grid distributes one dimension: use 0 to 4}}
  wave.workgroup_constraint N tile 4 dim 0
}

// -----

wave.kernel @k(%a: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{kernel: workgroup dimension 2 is used, but 1 is not [kernel-c4]}}
  // expected-note @unknown {{help: number the workgroup dimensions from 0 without a gap}}
  wave.workgroup_constraint N tile 4 dim 2
}

// -----

// kernel C5
wave.kernel @k(%a: !wave.memory<[B, M, N, K], f32>) {
  // expected-note @below {{B is one of the others}}
  wave.workgroup_constraint B tile 1 dim 0
  // expected-note @below {{N is one of the others}}
  wave.wave_constraint N tile 8
  // expected-error @below {{kernel: K is the fourth dimension that is distributed over workgroups or waves [kernel-c5]}}
  // expected-note @unknown {{help: a workgroup has three dimensions: drop one of the constraints}}
  wave.wave_constraint K tile 4
  // expected-note @below {{M is one of the others}}
  wave.workgroup_constraint M tile 4 dim 1
}

// -----

// kernel C6
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the workgroup constraint is here}}
  wave.workgroup_constraint M tile 4 dim 0
  // expected-note @below {{the tiling constraint is here}}
  wave.tiling_constraint M tile 4
  // expected-error @below {{kernel: dimension M has a wave constraint, and both a workgroup and a tiling constraint [kernel-c6]}}
  // expected-note @unknown {{help: let the waves share another dimension}}
  wave.wave_constraint M tile 2
}

// -----

wave.kernel @k(%a: !wave.memory<[M], f32>) {
  // expected-note @below {{the grid constraint is here}}
  wave.grid_constraint [4]
  // expected-note @below {{the workgroup constraint is here}}
  wave.workgroup_constraint M tile 4 dim 0
  // expected-error @below {{kernel: dimension M has both a workgroup and a tiling constraint, and the kernel has a grid constraint [kernel-c6]}}
  // expected-note @unknown {{help: iterate from .begin to .end, and take the workgroup constraint of M away}}
  wave.tiling_constraint M tile 4
}

// -----

// kernel C7
// expected-note @below {{the arguments have the dimensions HEADS, K}}
wave.kernel @k(%a: !wave.memory<[HEADS, K], f32>, %b: !wave.memory<[K], f32>) {
  // expected-error @below {{workgroup constraint: HEAD is no dimension of any argument [kernel-c7]}}
  // expected-note @unknown {{help: did you mean HEADS?}}
  wave.workgroup_constraint HEAD tile 4 dim 0
}

// -----

// expected-note @below {{the arguments have the dimensions K}}
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{tiling constraint: M is no dimension of any argument [kernel-c7]}}
  // expected-note @unknown {{help: the axis of a loop that counts has steps of 1: TilingConstraint{M}}}
  wave.tiling_constraint M tile 4
}

// -----

// kernel C8
// expected-error @below {{kernel: the name 'my-kernel' is not a C identifier [kernel-c8]}}
wave.kernel @"my-kernel"() {
}

// -----

// kernel C9
wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-note @below {{the first operation that computes is here}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[K], f32>
  // expected-error @below {{kernel: a constraint stands after an operation that computes [kernel-c9]}}
  // expected-note @unknown {{help: write the constraints first}}
  wave.tiling_constraint K tile 4
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  wave.tiling_constraint K tile 4
  wave.iterate K {
    // expected-error @below {{kernel: arith.constant does not belong in a kernel [kernel-c9]}}
    // expected-note @unknown {{help: a kernel has the computing operations of the wave dialect}}
    %0 = arith.constant 0 : i32
    wave.yield
  }
}

// -----

wave.kernel @k() {
  // expected-error @below {{symbol's parent must have the SymbolTable trait}}
  wave.kernel @inner() {
  }
}

// -----

// kernel C10
// expected-error @below {{kernel: the value of M in defaults is not an expression [kernel-c10]}}
// expected-note @unknown {{help: write M = #wave.expr<64>}}
wave.kernel @k() attributes {defaults = {M = 64}} {
}

// -----

// expected-error @below {{kernel: the value of N in bindings is not an expression [kernel-c10]}}
// expected-note @unknown {{help: write N = #wave.expr<64>}}
wave.kernel @k() attributes {bindings = {M = #wave.expr<1>, N = "2"}} {
}

// -----

// expected-error @below {{kernel: the grid has 2 dimensions, expected 3 [kernel-c10]}}
// expected-note @unknown {{help: write 1 for a dimension that is not used}}
wave.kernel @k() attributes {grid = [#wave.expr<1>, #wave.expr<1>]} {
}

// -----

// Syntax.

// expected-error @below {{expected valid '@'-identifier for symbol name}}
wave.kernel k() {
}

// -----

// expected-error @below {{expected SSA operand}}
wave.kernel @k(!wave.memory<[M], f32>) {
}

// -----

// expected-error @below {{attribute 'arg_names' occurs more than once in the attribute list}}
wave.kernel @k(%a: !wave.memory<[M], f32>) attributes {arg_names = ["b"]} {
}

// -----

// expected-error @below {{requires attribute 'arg_names'}}
"wave.kernel"() <{sym_name = "k"}> ({
^bb0(%a: !wave.memory<[M], f32>):
}) : () -> ()

// -----

// expected-error @below {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
"wave.kernel"() <{arg_names = [], sym_name = "k"}> ({
}) : () -> ()

// -----

// kernel C11
wave.kernel @k(%a: !wave.memory<[M], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  // expected-error @below {{kernel: a cluster has 2 workgroups along dimension 1 of the grid, which no workgroup constraint uses [kernel-c11]}}
  // expected-note @unknown {{help: write 1 there, or distribute a dimension along it}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 2, 2, 1>}
}

// -----

// kernel C5: of the other dimensions of the grid waves have no share
wave.kernel @k(%a: !wave.memory<[A, B, C, D], f32>) {
  wave.workgroup_constraint A tile 4 dim 0
  wave.workgroup_constraint B tile 4 dim 1
  wave.workgroup_constraint C tile 4 dim 2
  // expected-note @below {{the workgroup constraint is here}}
  wave.workgroup_constraint D tile 4 dim 3
  // expected-error @below {{kernel: D is distributed over waves, and over workgroup dimension 3 [kernel-c5]}}
  // expected-note @unknown {{help: a workgroup has three dimensions: use workgroup dimension 0, 1 or 2, or drop the wave constraint}}
  wave.wave_constraint D tile 2
}

// -----

// kernel C11
wave.kernel @k(%a: !wave.memory<[A, B, C, D], f32>) {
  wave.workgroup_constraint A tile 4 dim 0
  wave.workgroup_constraint B tile 4 dim 1
  wave.workgroup_constraint C tile 4 dim 2
  wave.workgroup_constraint D tile 4 dim 3
  // expected-error @below {{kernel: a cluster has 2 workgroups along dimension 2 of the launch, which several dimensions of the grid share [kernel-c11]}}
  // expected-note @unknown {{help: write 1 there, or use three dimensions of the grid}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 1, 1, 2>}
}

// -----

// kernel C12
wave.kernel @k(%a: !wave.memory<[A, B, C, D], f32>) {
  wave.workgroup_constraint A tile 4 dim 0
  wave.workgroup_constraint B tile 4 dim 1
  wave.workgroup_constraint C tile 4 dim 2
  wave.workgroup_constraint D tile 4 dim 3
  // expected-error @below {{kernel: workgroup dimension 2 is reordered, and shares a dimension of the launch with others [kernel-c12]}}
  // expected-note @unknown {{help: reorder dimensions 0 and 1}}
  wave.reordering_constraint WORKGROUP_2 dim 2
}

// -----

// kernel C15
// expected-error @below {{kernel: scalar 'n' is not i32, i64, f16, bf16, f32 or f64 [kernel-c15]}}
// expected-note @unknown {{help: give each scalar a name of its own, and one of these types}}
wave.kernel @k(%a: !wave.memory<[M], f32>)
    scalars {n : i8} {
}

// -----

// expected-error @below {{kernel: scalar 'a' has the name of an argument [kernel-c15]}}
wave.kernel @k(%a: !wave.memory<[M], f32>)
    scalars {a : i32} {
}

// -----

// expected-error @below {{kernel: scalar 'M' has the name of a dimension [kernel-c15]}}
wave.kernel @k(%a: !wave.memory<[M], f32>)
    scalars {M : i32} {
}

// -----

// expected-error @below {{kernel: scalar 'n' has the name of a scalar before it [kernel-c15]}}
wave.kernel @k(%a: !wave.memory<[M], f32>)
    scalars {n : i32, n : f32} {
}

// -----

// expected-error @below {{kernel: the scalar's name '0' is not a C identifier [kernel-c15]}}
"wave.kernel"() <{arg_names = ["a"], scalars = [#wave.scalar<"0", i32>], sym_name = "k"}> ({
^bb0(%a: !wave.memory<[M], f32>):
}) : () -> ()
