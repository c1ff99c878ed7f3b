// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step writes what it multiplies, and a number is written behind the loop, through shared
// memory where the operands lay: the last barrier stood before the wait for the last MMA.

wave.kernel @zeros_after_mma_loop(%a: !wave.memory<[M, K], bf16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K, N], bf16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %d: !wave.memory<[M, N], f32>)
    defaults {K = 130, M = 192, N = 128} {
  wave.workgroup_constraint M tile 192 dim 0
  wave.tiling_constraint K tile 80
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  wave.iterate K {
    %1 = wave.read %a : <[M, K], bf16, SHARED_ADDRESS_SPACE> -> <[M, K], bf16>
    %2 = wave.read %b : <[K, N], bf16, SHARED_ADDRESS_SPACE> -> <[K, N], bf16>
    %3 = wave.mma %1, %2, %0 : <[M, K], bf16>, <[K, N], bf16>, <[M, N], f32>
    wave.write %3, %d : <[M, N], f32>, <[M, N], f32>
  }
  wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
}
