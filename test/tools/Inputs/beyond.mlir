// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each workgroup goes one tile too far.
wave.kernel @beyond(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[M, N], f32>)
    defaults {M = 12, N = 12} {
  wave.workgroup_constraint M tile 4 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  wave.reordering_constraint "WORKGROUP_0 + 1" dim 0
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %b : <[M, N], f32>, <[M, N], f32>
}
