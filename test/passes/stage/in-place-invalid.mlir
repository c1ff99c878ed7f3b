// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-stage-reads=copies=true

wave.kernel @global(%a: !wave.memory<[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 8, K = 16], f16>)
    bindings {K = 16, M = 64, N = 8}
    grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 64, K = 16], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 16], f16>
  %1 = wave.read %b at [%c0, %c0] : <[N = 8, K = 16], f16> -> <[N = 8, K = 16], f16>
  %2 = wave.register 0.0 : f32 : <[M = 64, N = 8], f32>
  // expected-error @below {{mma: F32_64x8x16_F16 reads rhs from shared memory by descriptor, and it is not there [not-by-descriptor]}}
  // expected-note @unknown {{help: read it from a SHARED memory, in rows of a multiple of 32 bytes, and use it in MMAs alone}}
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_64x8x16_F16"} : <[M = 64, K = 16], f16>, <[N = 8, K = 16], f16>, <[M = 64, N = 8], f32>
}
