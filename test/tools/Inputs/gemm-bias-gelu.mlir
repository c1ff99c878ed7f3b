// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c = gelu(a b^T + bias), in tiles of 128 by 128.

wave.kernel @gemm_bias_gelu(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %bias: !wave.memory<[N], f16>, %c: !wave.memory<[M, N], f16>)
    defaults {K = 96, M = 150, N = 200} {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.tiling_constraint K tile 64
  %0 = wave.register 5.000000e-01 : f32 : <[M, N], f32>
  %1 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %2 = wave.iterate K iter_args(%arg0 = %1) -> !wave.tile<[M, N], f32> {
    %19 = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %20 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %21 = wave.mma %19, %20, %arg0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.yield %21 : !wave.tile<[M, N], f32>
  }
  %3 = wave.read %bias : <[N], f16> -> <[N], f16>
  %4 = wave.cast %3 : <[N], f16> -> <[N], f32>
  %5 = wave.add %2, %4 : <[M, N], f32>, <[N], f32> -> <[M, N], f32>
  %6 = wave.mul %0, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %7 = wave.register 1.000000e+00 : f32 : <[M, N], f32>
  %8 = wave.register 0.797884583 : f32 : <[M, N], f32>
  %9 = wave.register 4.471500e-02 : f32 : <[M, N], f32>
  %10 = wave.mul %9, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %11 = wave.mul %10, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %12 = wave.mul %11, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %13 = wave.add %5, %12 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %14 = wave.mul %8, %13 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %15 = wave.unary tanh %14 : <[M, N], f32> -> <[M, N], f32>
  %16 = wave.add %7, %15 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %17 = wave.mul %6, %16 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %18 = wave.cast %17 : <[M, N], f32> -> <[M, N], f16>
  wave.write %18, %c : <[M, N], f16>, <[M, N], f16>
}
