// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What no precision has an instruction for is refused where instructions are chosen.
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-split-precision=chip=sm_90a --wave-resolve-hardware=chip=sm_90a

wave.kernel @full() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: the compiler supports no instruction of sm_90a for f32 into f32 [mma-unavailable]}}
  // expected-note @unknown {{help: multiply them in tf32, for which it supports F32_16x8x8_TF32 and which keeps 11 of 24 significant bits, or as three MMAs of tf32, which keep 21, by .precision = Precision::TF32 or Precision::TF32x3, or --precision tf32 or 3xtf32; or cast the operands to bf16, for which it supports F32_16x8x16_BF16 and which keeps 8 of 24 significant bits, as in cast(lhs, bf16); or compile for gfx942 or gfx950 or cpu}}
  %3 = wave.mma %0, %1, %2 {precision = "full"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @foreign() {
  %0 = wave.register 1.0 : f32 : !wave.tile<[M, K], f32>
  %1 = wave.register 2.0 : f32 : !wave.tile<[N, K], f32>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: sm_90a has no instruction F32_128x64x8_TF32, which is one of sm_100a [mma-unavailable]}}
  // expected-note @unknown {{help: leave mma_type out, use F32_16x8x8_TF32, or retarget in the options}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_128x64x8_TF32", precision = "tf32"} : !wave.tile<[M, K], f32>, !wave.tile<[N, K], f32>, !wave.tile<[M, N], f32>
}
