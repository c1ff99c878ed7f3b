// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @sg(%a: !wave.memory<[M, N], f32>, %c: !wave.memory<[M, N], f32>)
    defaults {M = 128, N = 16} {
  wave.workgroup_constraint M tile 16 dim 0
  wave.tiling_constraint S tile 1
  %w = wave.workgroup_id 0
  wave.iterate S at %s from %w while "$0 < 3" {
    %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
    wave.write %0, %c : <[M, N], f32>, <[M, N], f32>
    %n = wave.index "$0 + 8" (%s)
    wave.yield next %n
  }
}
