// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An accumulator is written, and another MMA adds to it: as above, outside of a loop.  In tensor
// memory the second one would begin at no zero.
// RUN: %wave emit %s --target cuda:sm_90a --stage object -q -o %t.o
// RUN: %wave emit %s --target cuda:sm_100a --stage object -q -o %t.o

wave.kernel @sum_continued_and_written(%a: !wave.memory<[M, K], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N, K], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M, N], f32>, %d: !wave.memory<[M, N], f32>)
    defaults {K = 64, M = 128, N = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  %z = wave.register 0.000000e+00 : f32 : <[M, N], f32>
    %ra = wave.read %a : <[M, K], f16, SHARED_ADDRESS_SPACE> -> <[M, K], f16>
    %rb = wave.read %b : <[N, K], f16, SHARED_ADDRESS_SPACE> -> <[N, K], f16>
    %x = wave.mma %ra, %rb, %z : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    %y = wave.mma %ra, %rb, %x : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
    wave.write %x, %c : <[M, N], f32>, <[M, N], f32>
    wave.write %y, %d : <[M, N], f32>, <[M, N], f32>
}
