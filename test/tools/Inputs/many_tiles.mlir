// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @cov(%c: !wave.memory<[P, N], f32>, %x0: !wave.memory<[M], f32>)
    defaults {M = 27, N = 21, P = "(M * 2)"} {
  wave.workgroup_constraint M tile 8 dim 0
  wave.workgroup_constraint N tile 16 dim 1
  wave.reordering_constraint "((floordiv(((WORKGROUP_1 * ceildiv(M, 8)) + WORKGROUP_0), (2 * ceildiv(N, 16))) * 2) + floordiv((((WORKGROUP_1 * ceildiv(M, 8)) + WORKGROUP_0) % (2 * ceildiv(N, 16))), ceildiv(N, 16)))" dim 0
  wave.reordering_constraint "((((WORKGROUP_1 * ceildiv(M, 8)) + WORKGROUP_0) % (2 * ceildiv(N, 16))) % ceildiv(N, 16))" dim 1
  %W0 = wave.workgroup_id 0
  %W1 = wave.workgroup_id 1
  %W2 = wave.workgroup_id 2
  %r = wave.register 1.0 : f32 : <[M, N], f32>
  wave.write %r, %c mapping ["$i0", "$i1"] : <[M, N], f32>, <[P, N], f32>
  %i0 = wave.index "M"
  wave.write %r, %c mapping ["$0 + $i0", "$i1"] (%i0) : <[M, N], f32>, <[P, N], f32>
}
