// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics --wave-verify-form=form=distributed

wave.kernel @sum(%c: !wave.memory<[M = 64, N = 8], f32>) bindings {K = 16, M = 64, N = 8} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>>
  %1 = wave.register 0.000000e+00 : f16 : <[M = 64, K = 16], f16, #wave.layout<registers [K:2, M:2:8, K:2:8] lanes [K:4:2, M:8, M:4:16] waves []>>
  %2 = wave.register 0.000000e+00 : f16 : <[N = 8, K = 16], f16, #wave.layout<registers [K:16, N:8] lanes [_:128] waves []>>
  // expected-note @below {{the MMA is here}}
  %3 = wave.mma %1, %2, %0 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16, #wave.layout<registers [K:2, M:2:8, K:2:8] lanes [K:4:2, M:8, M:4:16] waves []>>, <[N = 8, K = 16], f16, #wave.layout<registers [K:16, N:8] lanes [_:128] waves []>>, <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>>
  %c0 = wave.index 0
  // expected-error @below {{wave.write: not in the form distributed: it uses its accumulator while an MMA may be in flight [normal-form]}}
  // expected-note @unknown {{help: put wave.mma_wait 0 before it}}
  wave.write %3, %c at [%c0, %c0] : <[M = 64, N = 8], f32, #wave.layout<registers [N:2, M:2:8] lanes [N:4:2, M:8, M:4:16] waves []>>, <[M = 64, N = 8], f32>
}

// -----

wave.kernel @no_layout(%c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  // expected-error @below {{wave.register: not in the form distributed: tiles have layouts from the form distributed on, but for what is in place [normal-form]}}
  // expected-note @unknown {{help: write it in that form, or start from the traced one}}
  %0 = wave.register 0.000000e+00 : f32 : <[M = 64], f32>
}
