// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

wave.kernel @far(%a: !wave.memory<[M], f32>, %c: !wave.memory<[M], f32>) defaults {M = 16} {
  wave.workgroup_constraint M tile 4 dim 0
  %id = wave.workgroup_id 0
  %0 = wave.index "$0 * 1000000000" (%id) {i32}
  %1 = wave.read %a mapping ["$i0 + $0"] (%0) : <[M], f32> -> <[M], f32>
  wave.write %1, %c : <[M], f32>, <[M], f32>
}
