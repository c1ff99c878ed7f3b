// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What nothing can take the place of, and what is not to be replaced, is refused.
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-retarget='chip=sm_90a may=false' --wave-resolve-hardware=chip=sm_90a

wave.kernel @instruction(%a: !wave.memory<[M = 64, K = 32], f16>) {
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16"}
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  // expected-error @below {{mma: sm_90a has no instruction F32_16x16x16_F16, which is one of gfx942 gfx950 [mma-unavailable]}}
  // expected-note @unknown {{help: leave mma_type out, use F32_16x8x16_F16, or retarget in the options}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

wave.kernel @waves(%a: !wave.memory<[M = 64], f16>) {
  // expected-error @below {{hardware constraint: threads_per_wave is 64, a wave of sm_90a has 32 threads [threads-per-wave]}}
  // expected-note @unknown {{help: set threads_per_wave to 32, or retarget in the options}}
  wave.hardware_constraint threads_per_wave 64
}
