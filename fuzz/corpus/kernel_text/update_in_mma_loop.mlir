// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @update_in_mma_loop(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %e: !wave.memory<[M, K], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint K tile 32
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %e : <[M, K], f32> -> <[M, K], f32>
    %3 = wave.register 1.000000e+00 : f32 : <[M, K], f32>
    %4 = wave.add %2, %3 : <[M, K], f32>, <[M, K], f32> -> <[M, K], f32>
    wave.write %4, %e : <[M, K], f32>, <[M, K], f32>
    %5 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %6 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %7 = wave.mma %5, %6, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %7 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
