// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each row becomes the one below it, in place: the last row of a workgroup's tile is read from the
// next one's.

wave.kernel @rows(%z: !wave.memory<[M, N], f32>) defaults {M = 64, N = 64} {
  wave.workgroup_constraint M tile 16 dim 0
  %x = wave.read %z mapping ["$i0 + 1", "$i1"] : <[M, N], f32> -> <[M, N], f32>
  wave.write %x, %z : <[M, N], f32>, <[M, N], f32>
}
