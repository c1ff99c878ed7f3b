// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A transpose in place: a tile is written by one workgroup, and read by the one of the mirrored tile.

wave.kernel @transpose(%z: !wave.memory<[M, N], f32>) defaults {M = 128, N = 128} {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  %x = wave.read %z mapping ["$i1", "$i0"] : <[M, N], f32> -> <[M, N], f32>
  wave.write %x, %z : <[M, N], f32>, <[M, N], f32>
}
