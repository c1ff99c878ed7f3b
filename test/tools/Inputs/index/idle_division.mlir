// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop without trips divides by an argument.
wave.kernel @idle_division(%x: !wave.memory<[M], f32>, %y: !wave.memory<[N], f32>)
    scalars {S32 : i32, END : i64} {
  wave.workgroup_constraint N tile 32 dim 0
  wave.tiling_constraint T tile 1
  %0 = wave.register 1.000000e+00 : f32 : <[N], f32>
  %1 = wave.index END
  %2 = wave.iterate T end %1 iter_args(%arg0 = %0) -> !wave.tile<[N], f32> {
    %3 = wave.read %x mapping ["$i0 + floordiv(64, S32) + 100 % S32"] : <[M], f32> -> <[N], f32>
    %4 = wave.add %arg0, %3 : <[N], f32>, <[N], f32> -> <[N], f32>
    wave.yield %4 : !wave.tile<[N], f32>
  }
  wave.write %2, %y : <[N], f32>, <[N], f32>
}
