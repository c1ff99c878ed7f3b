// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector is read along the rows of a tile, one element further on, from shared memory: no copy
// does that, and one was made.

wave.kernel @repeated_and_moved(%g: !wave.memory<[N], f32, SHARED_ADDRESS_SPACE>, %h: !wave.memory<[M, N], f32>)
    defaults {M = 19, N = 70} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  %0 = wave.read %g mapping ["$i1 + 1"] fill 0.000000e+00 : f32 : <[N], f32, SHARED_ADDRESS_SPACE> -> <[M, N], f32>
  wave.write %0, %h : <[M, N], f32>, <[M, N], f32>
}
