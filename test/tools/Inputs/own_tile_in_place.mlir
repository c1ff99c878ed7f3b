// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise in place: each workgroup reads the tile that it writes.

wave.kernel @own(%z: !wave.memory<[M, N], f32>) defaults {M = 100, N = 70} {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  %x = wave.read %z : <[M, N], f32> -> <[M, N], f32>
  %o = wave.register 1.0 : f32 : <[M, N], f32>
  %y = wave.add %x, %o : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %y, %z : <[M, N], f32>, <[M, N], f32>
}
