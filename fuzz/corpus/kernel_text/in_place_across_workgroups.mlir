// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @inplace(%c: !wave.memory<[M, N], f32>)
    defaults {M = 4096, N = 64} {
  wave.workgroup_constraint M tile 16 dim 0
  %x = wave.read %c mapping ["$i0 + 1", "$i1"] : <[M, N], f32> -> <[M, N], f32>
  %o = wave.register 1.0 : f32 : <[M, N], f32>
  %y = wave.add %x, %o : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %y, %c : <[M, N], f32>, <[M, N], f32>
}
