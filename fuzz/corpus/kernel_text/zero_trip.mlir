// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @zt(%a: !wave.memory<[M, N], f32>, %t: !wave.memory<[T], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {M = 64, N = 16, T = 0} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.tiling_constraint T tile 1
  wave.iterate T {
    %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
    wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
  }
}
