// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-resolve-hardware=chip=abacus

wave.kernel @k() {
  %0 = wave.register 0 : i8 : !wave.tile<[M, K], i8>
  %1 = wave.register 0 : i8 : !wave.tile<[N, K], i8>
  %2 = wave.register 0 : i32 : !wave.tile<[M, N], i32>
  // expected-error @below {{mma: the compiler supports no instruction of abacus for i8 into i32 [mma-unavailable]}}
  // expected-note @unknown {{help: compile for gfx942 or gfx950 or sm_90a or sm_100a or cpu}}
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], i8>, !wave.tile<[N, K], i8>, !wave.tile<[M, N], i32>
}
