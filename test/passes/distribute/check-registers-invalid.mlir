// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-check-registers=chip=gfx942 --verify-diagnostics
// RUN: not wave-opt %s --split-input-file --wave-check-registers=chip=gfx000 2>&1 | FileCheck %s
// CHECK: error: there is no chip 'gfx000' [unknown-target]
// CHECK: help: the chips are gfx942, gfx950, sm_90a, sm_100a

// The value is used again behind the write, so that both are held.
// expected-note @below {{at one time 512 + 512 = 1024; 512 of a SIMD's lane / 1 wave = 512}}
// expected-note @unknown {{help: choose smaller tiles, or more waves: a tile of 16 along M instead of 32 fits}}
wave.kernel @both(%a: !wave.memory<[M = 64, N = 1024], f32>, %c: !wave.memory<[M = 64, N = 1024], f32>, %d: !wave.memory<[M = 64, N = 1024], f32>)
    bindings {M = 64, N = 1024}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  // expected-remark @below {{kernel 'both' holds tiles in 1024 registers of each lane, a workgroup of 1 wave on gfx942 has 512 [too-many-registers]}}
  // expected-note @below {{512 registers: [M, N] f32, of read}}
  %0 = wave.read %a at [%m, %c0] : <[M = 64, N = 1024], f32> -> <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>
  // expected-note @below {{512 registers: [M, N] f32, of unary}}
  %1 = wave.unary exp2 %0 : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>> -> <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>
  wave.write %1, %c at [%m, %c0] : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>, <[M = 64, N = 1024], f32>
  %2 = wave.add %0, %1 : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>, <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>> -> <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>
  wave.write %2, %d at [%m, %c0] : <[M = 32, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:32] lanes [N:64:4] waves []>>, <[M = 64, N = 1024], f32>
}

// -----

// Sixteen waves, of which each SIMD runs four.
// expected-note @below {{at one time 256 = 256; 512 of a SIMD's lane / 4 waves = 128}}
// expected-note @unknown {{help: choose smaller tiles, or more waves: a tile of 128 along M instead of 256 fits}}
wave.kernel @waves(%a: !wave.memory<[M = 256, N = 1024], f32>, %c: !wave.memory<[M = 256, N = 1024], f32>)
    bindings {M = 256, N = 1024}
    grid [1, 1, 1] {
  wave.workgroup_constraint M tile 256 dim 0
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 16, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 256" (%WORKGROUP_0)
  %c0 = wave.index 0
  // expected-remark @below {{kernel 'waves' holds tiles in 256 registers of each lane, a workgroup of 16 waves on gfx942 has 128 [too-many-registers]}}
  // expected-note @below {{256 registers: [M, N] f32, of read}}
  %0 = wave.read %a at [%m, %c0] : <[M = 256, N = 1024], f32> -> <[M = 256, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:16] lanes [N:64:4] waves [M:16:16]>>
  wave.write %0, %c at [%m, %c0] : <[M = 256, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:16] lanes [N:64:4] waves [M:16:16]>>, <[M = 256, N = 1024], f32>
}

// -----

// Of more than four times the registers no machine code is made.
// expected-note @below {{at one time 1024 = 1024; 512 of a SIMD's lane / 4 waves = 128, and machine code is made for up to 4 times as many}}
// expected-note @unknown {{help: choose smaller tiles, or more waves: a tile of 128 along M instead of 1024 fits}}
wave.kernel @far(%a: !wave.memory<[M = 1024, N = 1024], f32>, %c: !wave.memory<[M = 1024, N = 1024], f32>)
    bindings {M = 1024, N = 1024}
    grid [1, 1, 1] {
  wave.workgroup_constraint M tile 1024 dim 0
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 16, 1, 1>}
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 1024" (%WORKGROUP_0)
  %c0 = wave.index 0
  // expected-error @below {{kernel 'far' holds tiles in 1024 registers of each lane, a workgroup of 16 waves on gfx942 has 128 [too-many-registers]}}
  // expected-note @below {{1024 registers: [M, N] f32, of read}}
  %0 = wave.read %a at [%m, %c0] : <[M = 1024, N = 1024], f32> -> <[M = 1024, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:64] lanes [N:64:4] waves [M:16:64]>>
  wave.write %0, %c at [%m, %c0] : <[M = 1024, N = 1024], f32, #wave.layout<registers [N:4, N:4:256, M:64] lanes [N:64:4] waves [M:16:64]>>, <[M = 1024, N = 1024], f32>
}
