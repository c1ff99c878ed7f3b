// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// mma C1
wave.kernel @k(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, J], f16>) {
  // expected-note @below {{lhs is [M, K] f16, read from 'a'}}
  %0 = wave.read %a : !wave.memory<[M, K], f16> -> !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, J] f16, read from 'b'}}
  %1 = wave.read %b : !wave.memory<[N, J], f16> -> !wave.tile<[N, J], f16>
  // expected-note @below {{the accumulator is [M, N] f32, a constant}}
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: lhs and rhs share no reduction dimension [mma-c1]}}
  // expected-note @unknown {{help: the reduction is the dimension that lhs and rhs have and the accumulator has not; give both operands one}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, J], f16>, !wave.tile<[M, N], f32>
}

// -----

// mma C2
wave.kernel @k() {
  // expected-note @below {{lhs is [K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  // expected-note @below {{the accumulator is [N] f32, a constant}}
  %2 = wave.register 0.0 : f32 : !wave.tile<[N], f32>
  // expected-error @below {{mma: lhs has no dimension that rhs has not [mma-c2]}}
  // expected-note @unknown {{help: of a vector write sum(cast(lhs, f32) * cast(rhs, f32), K), or give lhs a dimension of size 1}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[N], f32>
}

// -----

// Of several free dimensions the accumulator has each.
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, J, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, J, K], f16>
  // expected-note @below {{the accumulator is [M, J] f32, a constant}}
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, J], f32>
  // expected-error @below {{mma: the accumulator lacks the dimension N [mma-c3]}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, J, K], f16>, !wave.tile<[M, J], f32>
}

// -----

// mma C3
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  // expected-note @below {{the accumulator is [M] f32, a constant}}
  %2 = wave.register 0.0 : f32 : !wave.tile<[M], f32>
  // expected-error @below {{mma: the accumulator lacks the dimension N [mma-c3]}}
  // expected-note @unknown {{help: give it the dimensions that lhs and rhs have, without the reduction}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  // expected-note @below {{the accumulator is [M, N, B] f32, a constant}}
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N, B], f32>
  // expected-error @below {{mma: the accumulator has the dimension B, which no operand has [mma-c3]}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N, B], f32>
}

// -----

// mma C4
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] bf16, a constant}}
  %1 = wave.register 0.0 : bf16 : !wave.tile<[N, K], bf16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: lhs and rhs have different element types [mma-c4]}}
  // expected-note @unknown {{help: cast one of them}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] i32, a constant}}
  %0 = wave.register 0 : i32 : !wave.tile<[M, K], i32>
  // expected-note @below {{rhs is [N, K] i32, a constant}}
  %1 = wave.register 0 : i32 : !wave.tile<[N, K], i32>
  %2 = wave.register 0 : i32 : !wave.tile<[M, N], i32>
  // expected-error @below {{mma: there is no MMA of i32 tiles [mma-c4]}}
  // expected-note @unknown {{help: operands are 8-bit floats, f16, bf16, f32, f64 or i8; cast them}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], i32>, !wave.tile<[N, K], i32>, !wave.tile<[M, N], i32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  // expected-note @below {{the accumulator is [M, N] f16, a constant}}
  %2 = wave.register 0.0 : f16 : !wave.tile<[M, N], f16>
  // expected-error @below {{mma: products of f16 are summed in f32, the accumulator is f16 [mma-c4]}}
  // expected-note @unknown {{help: make the accumulator f32}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f16>
}

// -----

// mma C5
wave.kernel @k() {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: there is no matrix instruction F32_16x16x16_FP16 [mma-c5]}}
  // expected-note @unknown {{help: did you mean F32_16x16x16_F16?}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_FP16"}
      : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, K], f32>
  // expected-note @below {{rhs is [N, K] f32, a constant}}
  %1 = wave.register 0.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: F32_16x16x16_F16 multiplies f16 into f32, the operands are f32 and the accumulator f32 [mma-c5]}}
  // expected-note @unknown {{help: leave mma_type out, or use one of F32_16x16x4_F32, F32_32x32x2_F32}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16"}
      : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// -----

// mma C6
wave.kernel @k() {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: the result [N, M] f32 is of another type than the accumulator [M, N] f32 [mma-c6]}}
  // expected-note @unknown {{help: write the accumulator's type for the result}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
      -> !wave.tile<[N, M], f32>
}

// -----

// mma C7
wave.kernel @k(%a: !wave.memory<[K], f16>) {
  // expected-note @below {{the workgroup constraint of K is here}}
  wave.workgroup_constraint K tile 4 dim 0
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: the reduction dimension K is distributed over workgroups [mma-c7]}}
  // expected-note @unknown {{help: each workgroup would sum its own part of K alone: tile it with TilingConstraint{K, ...} and iterate}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// mma C7
wave.kernel @k(%a: !wave.memory<[K], f16>) {
  // expected-note @below {{the wave constraint of K is here}}
  wave.wave_constraint K tile 4
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: the reduction dimension K is distributed over waves [mma-c7]}}
  // expected-note @unknown {{help: each wave would sum its own part of K alone: give the waves other dimensions}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[K], f32>) {
  // expected-error @below {{operand #0 must be a tile or a buffer, but got '!wave.memory<[K], f32>'}}
  %0 = "wave.mma"(%a, %a, %a) : (!wave.memory<[K], f32>, !wave.memory<[K], f32>, !wave.memory<[K], f32>) -> i32
}

// -----

func.func @f(%a: !wave.tile<[M, K], f16>, %b: !wave.tile<[N, K], f16>, %c: !wave.tile<[M, N], f32>) {
  // expected-error @below {{expects parent op to be one of 'wave.kernel, wave.iterate, wave.if, wave.role'}}
  %0 = wave.mma %a, %b, %c : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
  return
}

// -----

// The formats of the two families are not mixed: no chip has both.
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f8e4m3fn, a constant}}
  %0 = wave.register 0.5 : f8E4M3FN : !wave.tile<[M, K], f8E4M3FN>
  // expected-note @below {{rhs is [N, K] f8e5m2fnuz, a constant}}
  %1 = wave.register 0.5 : f8E5M2FNUZ : !wave.tile<[N, K], f8E5M2FNUZ>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: lhs and rhs have different element types [mma-c4]}}
  // expected-note @unknown {{help: the compiler has no MMA of both formats: cast one of them}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f8E4M3FN>, !wave.tile<[N, K], f8E5M2FNUZ>, !wave.tile<[M, N], f32>
}

// -----

// C8
wave.kernel @k(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16>, %c: !wave.memory<[M, N], f32>) {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma (C8): F32_16x16x16_F16 adds to what is in tensor memory [mma-c8]}}
  // expected-note @unknown {{help: leave in_tensor_memory out, or use F32_128x128x16_F16 and the like}}
  %3 = wave.mma %0, %1, %2 {in_tensor_memory, mma_type = "F32_16x16x16_F16"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// C9
wave.kernel @k(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[N, K], f16>, %c: !wave.memory<[M, N], f32>) {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma (C9): the slice is of 2 units of 16 along K, where there are no instructions [mma-c9]}}
  // expected-note @unknown {{help: slice what the instructions of a wave are along a dimension of the product}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16", slice = #wave.slice<"K" 0 of 2 units 2 of 16>} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 64, K = 64], f16>, %b: !wave.memory<[N = 32, K = 64], f16>) bindings {K = 64, M = 64, N = 32} grid [1, 1, 1] {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.wave_constraint M tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M = 64, K = 64], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N = 32, K = 64], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M = 64, N = 32], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x16x16_F16", slice = #wave.slice<"M" 0 of 2 units 2 of 16>} : !wave.tile<[M = 64, K = 64], f16>, !wave.tile<[N = 32, K = 64], f16>, !wave.tile<[M = 64, N = 32], f32>
  // expected-error @below {{mma (C9): the slice is of 4 units of 16 along M, where a wave has 2 instructions of 16 [mma-c9]}}
  %4 = wave.mma %0, %1, %3 {mma_type = "F32_16x16x16_F16", slice = #wave.slice<"M" 1 of 2 units 4 of 16>} : !wave.tile<[M = 64, K = 64], f16>, !wave.tile<[N = 32, K = 64], f16>, !wave.tile<[M = 64, N = 32], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 128, K = 64], f16>, %b: !wave.memory<[N = 64, K = 64], f16>) bindings {K = 64, M = 128, N = 64} grid [1, 1, 1] {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M = 128, K = 64], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N = 64, K = 64], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M = 128, N = 64], f32>
  // expected-error @below {{mma (C9): an asynchronous MMA is sliced along M, which is not its reduction [mma-c9]}}
  // expected-note @unknown {{help: slice it along K}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x64x16_F16", slice = #wave.slice<"M" 0 of 2 units 2 of 64>} : !wave.tile<[M = 128, K = 64], f16>, !wave.tile<[N = 64, K = 64], f16>, !wave.tile<[M = 128, N = 64], f32>
}

// -----

// mma C10
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f16, a constant}}
  %0 = wave.register 0.0 : f16 : !wave.tile<[M, K], f16>
  // expected-note @below {{rhs is [N, K] f16, a constant}}
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: precision is tf32, and the operands are f16 [mma-c10]}}
  // expected-note @unknown {{help: leave precision out: it says how operands of f32 are multiplied}}
  %3 = wave.mma %0, %1, %2 {precision = "tf32"} : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, K], f32>
  // expected-note @below {{rhs is [N, K] f32, a constant}}
  %1 = wave.register 0.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: there is no precision 'fp19' [mma-c10]}}
  // expected-note @unknown {{help: write full, tf32 or 3xtf32}}
  %3 = wave.mma %0, %1, %2 {precision = "fp19"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// -----

// An instruction for tf32 needs the precision that it has.
wave.kernel @k() {
  // expected-note @below {{lhs is [M, K] f32, a constant}}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, K], f32>
  // expected-note @below {{rhs is [N, K] f32, a constant}}
  %1 = wave.register 0.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: F32_16x8x8_TF32 multiplies f32 in tf32, and the operands are f32 [mma-c5]}}
  // expected-note @unknown {{help: set .precision = Precision::TF32 or give --precision tf32, or leave mma_type out}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x8x8_TF32"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}
