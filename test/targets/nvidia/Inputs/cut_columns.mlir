// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles of 24 columns, the last of which a row of 33 ends in.

wave.kernel @product(%b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>)
    defaults {K = 16, M = 64, N = 33} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 24 dim 1
  %0 = wave.register 2.000000e+00 : f32 : <[M, N], f32>
  %1 = wave.register 1.000000e+00 : f16 : <[M, K], f16>
  %2 = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
  %3 = wave.mma %1, %2, %0 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c {tag = "write_c"} : <[M, N], f32>, <[M, N], f32>
}
