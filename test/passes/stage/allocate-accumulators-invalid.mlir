// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: split-file %s %t
// RUN: wave-opt %t/begun.mlir --verify-diagnostics --wave-allocate-accumulators
// RUN: wave-opt %t/written.mlir --verify-diagnostics --wave-allocate-accumulators

//--- begun.mlir
// A sum begins at 0 there.
wave.kernel @begun(%a: !wave.memory<[M = 128, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 16], f32>) bindings {K = 16, M = 128, N = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 16, K = 16], f16>
  %2 = wave.register 1.000000e+00 : f32 : <[M = 128, N = 16], f32>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %0 : <[M = 128, K = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
  %3 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
  wave.copy %b at [%c0, %c0] to %1 : <[N = 16, K = 16], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, K = 16], f16>
  %4 = wave.view %1 : <1, [N = 16, K = 16], f16> -> <1, [N = 16, K = 16], f16>
  // expected-error @below {{mma: F32_128x16x16_F16 accumulates in tensor memory: the accumulator does not start at 0 [not-by-descriptor]}}
  // expected-note @unknown {{help: start the accumulator at 0, and use it only after its MMAs; or leave mma_type out}}
  %5 = wave.mma %3, %4, %2 {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 16, K = 16], f16>, <[M = 128, N = 16], f32>
  wave.write %5, %c at [%c0, %c0] : <[M = 128, N = 16], f32>, <[M = 128, N = 16], f32>
}

//--- written.mlir
// Each step writes the accumulator that the next one adds to.
wave.kernel @written(%a: !wave.memory<[M = 128, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 16, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 16], f32>) bindings {K = 16, M = 128, N = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 16], f16>
  %1 = wave.allocate "b" : <1, [N = 16, K = 16], f16>
  %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 16], f32>
  %c0 = wave.index 0
  %c1 = wave.index 1
  %6 = wave.iterate K at %K count %c1 iter_args(%sum = %2) -> !wave.tile<[M = 128, N = 16], f32> {
    wave.copy %a at [%c0, %c0] to %0 : <[M = 128, K = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 16], f16>
    %3 = wave.view %0 : <1, [M = 128, K = 16], f16> -> <1, [M = 128, K = 16], f16>
    wave.copy %b at [%c0, %c0] to %1 : <[N = 16, K = 16], f16, SHARED_ADDRESS_SPACE>, <1, [N = 16, K = 16], f16>
    %4 = wave.view %1 : <1, [N = 16, K = 16], f16> -> <1, [N = 16, K = 16], f16>
    // expected-error @below {{mma: F32_128x16x16_F16 accumulates in tensor memory: something else uses the accumulator before it is complete [not-by-descriptor]}}
    // expected-note @unknown {{help: start the accumulator at 0, and use it only after its MMAs; or leave mma_type out}}
    %5 = wave.mma %3, %4, %sum {in_tensor_memory, mma_type = "F32_128x16x16_F16"} : !wave.buffer<1, [M = 128, K = 16], f16>, !wave.buffer<1, [N = 16, K = 16], f16>, <[M = 128, N = 16], f32>
    wave.write %5, %c at [%c0, %c0] : <[M = 128, N = 16], f32>, <[M = 128, N = 16], f32>
    wave.yield %5 : !wave.tile<[M = 128, N = 16], f32>
  }
}
