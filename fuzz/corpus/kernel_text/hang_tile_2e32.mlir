// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @columns_contiguous(%a: !wave.memory<[M, K], f16>, %b: !wave.memory<[K, N], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 80, M = 100, N = 72} {
  wave.workgroup_constraint M tile 4294967296 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 32
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate K iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : <[M, K], f16> -> <[M, K], f16>
    %3 = wave.unary exp2 %2 : <[M, K], f16> -> <[M, K], f16>
    %4 = wave.read %b : <[K, N], f16, SHARED_ADDRESS_SPACE> -> <[K, N], f16>
    %5 = wave.mma %3, %4, %arg0 : <[M, K], f16>, <[K, N], f16>, <[M, N], f32>
    wave.yield %5 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M, N], f32>
}
