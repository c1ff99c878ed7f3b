// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @cov(%c: !wave.memory<[M, N], f32>)
    defaults {M = 96, N = 4, NX = 2, NY = 4} {
  wave.grid_constraint [NX, NY]
  wave.workgroup_constraint M tile 16 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  wave.tiling_constraint T0 tile 1
  wave.tiling_constraint T1 tile 1
  %W0 = wave.workgroup_id 0
  %W1 = wave.workgroup_id 1
  %W2 = wave.workgroup_id 2
  %i0 = wave.index "$0" (%W0)
  wave.iterate T0 at %LT0 from %i0 while "($0 < ceildiv(M, 16))" {
    %i1 = wave.index "$0" (%W1)
    wave.iterate T1 at %LT1 from %i1 while "($0 < ceildiv(N, 4))" {
      %r = wave.register 1.0 : f32 : <[M, N], f32>
      %i2 = wave.index "($0 * 16)" (%LT0)
      %i3 = wave.index "(((($1 + $0) + 1) % ceildiv(N, 4)) * 4)" (%LT0, %LT1)
      wave.write %r, %c mapping ["$0 + $i0", "$1 + $i1"] (%i2, %i3) : <[M, N], f32>, <[M, N], f32>
      %i4 = wave.index "($0 + NY)" (%LT1)
      wave.yield next %i4
    }
    %i5 = wave.index "($0 + NX)" (%LT0)
    wave.yield next %i5
  }
}
