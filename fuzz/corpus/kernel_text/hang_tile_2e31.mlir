// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @gemm_split_k_sum(%partial: !wave.memory<[SPLITS, M, N], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {BLOCK_M = 16, BLOCK_N = 2147483648, M = 64, N = 64, SPLITS = 4} {
  wave.workgroup_constraint M tile BLOCK_M dim 0
  wave.workgroup_constraint N tile BLOCK_N dim 1
  wave.tiling_constraint SPLITS tile 1
  %0 = wave.register 0.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.iterate SPLITS iter_args(%arg0 = %0) -> !wave.tile<[M, N], f32> attributes {tag = "split_loop"} {
    %3 = wave.read %partial : <[SPLITS, M, N], f32> -> <[SPLITS, M, N], f32>
    %4 = wave.reduce sum %3 init %arg0 along SPLITS : <[SPLITS, M, N], f32>, !wave.tile<[M, N], f32> -> <[M, N], f32>
    wave.yield %4 : !wave.tile<[M, N], f32>
  }
  %2 = wave.cast %1 : <[M, N], f32> -> <[M, N], f32>
  wave.write %2, %c : <[M, N], f32>, <[M, N], f32>
}
