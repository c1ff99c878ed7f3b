// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-check-registers=chip=gfx942 | FileCheck %s

// 32 rows of 1024 elements on 64 lanes: 512 registers, as many as there are.  What is
// computed takes the place of what is not used again.
// CHECK-LABEL: wave.kernel @whole
wave.kernel @whole(%a: !wave.memory<[M = 64, N = 1024], f32>, %c: !wave.memory<[M = 64, N = 1024], f32>)
    bindings {M = 64, N = 1024}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  %0 = wave.read %a at [%m, %c0] : <[M = 64, N = 1024], f32> -> <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>
  %1 = wave.unary neg %0 : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>> -> <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>
  wave.write %1, %c at [%m, %c0] : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>, <[M = 64, N = 1024], f32>
}
