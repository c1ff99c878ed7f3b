// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that has no steps assumes something of an argument.
wave.kernel @assume_in_idle_loop(%y: !wave.memory<[M], f32>)
    scalars {OFF : i32, EN : i32} {
  wave.workgroup_constraint M tile 32 dim 0
  wave.tiling_constraint T tile 1
  %0 = wave.register 1.000000e+00 : f32 : <[M], f32>
  %1 = wave.index EN {i32}
  %2 = wave.iterate T end %1 iter_args(%arg0 = %0) -> !wave.tile<[M], f32> {
    %3 = wave.index "0 <= OFF"
    wave.assume %3 "0 <= OFF"
    %4 = wave.register 1.000000e+00 : f32 : <[M], f32>
    %5 = wave.add %arg0, %4 : <[M], f32>, <[M], f32> -> <[M], f32>
    wave.yield %5 : !wave.tile<[M], f32>
  }
  wave.write %2, %y : <[M], f32>, <[M], f32>
}
