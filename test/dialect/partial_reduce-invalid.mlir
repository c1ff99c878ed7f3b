// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// partial_reduce C1
wave.kernel @k() {
  %0 = wave.register 0.0 : f32 : !wave.tile<[M = 8, N = 64], f32, #wave.layout<registers [M:8] lanes [N:64] waves [_:4]>>
  // expected-error @below {{partial_reduce: no groups of 64 lanes share out N of the value [M, N] f32 [partial_reduce-c1]}}
  // expected-note @unknown {{help: write wave.reduce: the compiler splits it where several groups share out the dimension}}
  %1 = wave.partial_reduce max %0 along N lanes 64 : !wave.tile<[M = 8, N = 64], f32, #wave.layout<registers [M:8] lanes [N:64] waves [_:4]>> -> !wave.tile<[N = 1, M = 8], f32>
}

// -----

// partial_reduce C2
wave.kernel @k() {
  %0 = wave.register 0.0 : f16 : !wave.tile<[M = 8, N = 256], f16, #wave.layout<registers [M:8] lanes [N:64] waves [N:4:64]>>
  // expected-error @below {{partial_reduce: the result is !wave.tile<[N = 4, M = 8], f16>, the groups hold !wave.tile<[N = 4, M = 8], f32, #wave.layout<registers [M:8] lanes [_:64] waves [N:4]>> [partial_reduce-c2]}}
  // expected-note @unknown {{help: give it that type}}
  %1 = wave.partial_reduce sum %0 along N lanes 64 : !wave.tile<[M = 8, N = 256], f16, #wave.layout<registers [M:8] lanes [N:64] waves [N:4:64]>> -> !wave.tile<[N = 4, M = 8], f16>
}
