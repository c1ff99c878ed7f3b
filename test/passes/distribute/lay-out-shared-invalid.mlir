// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-lay-out-shared=capacity=2000 --verify-diagnostics
// RUN: not wave-opt %s --wave-lay-out-shared=chip=gfx000 2>&1 | FileCheck %s
// CHECK: error: there is no chip 'gfx000' [unknown-target]
// CHECK: help: the chips are gfx942, gfx950, sm_90a, sm_100a

wave.kernel @product(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 64], f16>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 64, M = 64, N = 32}
    grid [2, 1, 1] {
  wave.workgroup_constraint M tile 32 dim 0
  wave.wave_constraint M tile 16
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  // expected-error @below {{kernel 'product' needs 2048 bytes of shared memory, a workgroup of gfx942 has 2000 [shared-capacity]}}
  // expected-note @below {{2048 = 2048 bytes}}
  // expected-note @unknown {{help: choose smaller tiles, or fewer buffers: a tile of 16 along M instead of 32, or of 16 along K instead of 32 fits}}
  // expected-note @below {{a: 1 slot of 32 (M) x 32 (K) x 2 bytes = 2048 bytes}}
  %0 = wave.allocate "a" : <1, [M = 32, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  %1 = wave.register 0.000000e+00 : f32 : <[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>>
  %c2 = wave.index 2
  %2 = wave.iterate K at %K count %c2 iter_args(%arg0 = %1) -> !wave.tile<[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>> {
    %m = wave.index "$0 * 32" (%WORKGROUP_0)
    %k = wave.index "$0 * 32" (%K)
    %3 = wave.read %a at [%m, %k] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16, #wave.layout<registers [K:8] lanes [K:4:8, M:16] waves [M:2:16]>>
    wave.shared_write %3, %0 {tag = "read_a"} : <[M = 32, K = 32], f16, #wave.layout<registers [K:8] lanes [K:4:8, M:16] waves [M:2:16]>>, <1, [M = 32, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16, #wave.layout<registers [K:4, K:2:16] lanes [M:16, K:4:4] waves [M:2:16]>>
    %c0 = wave.index 0
    %5 = wave.read %b at [%c0, %k] : <[N = 32, K = 64], f16> -> <[N = 32, K = 32], f16, #wave.layout<registers [K:4, K:2:16, N:2:16] lanes [N:16, K:4:4] waves [_:2]>>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16"} : <[M = 32, K = 32], f16, #wave.layout<registers [K:4, K:2:16] lanes [M:16, K:4:4] waves [M:2:16]>>, <[N = 32, K = 32], f16, #wave.layout<registers [K:4, K:2:16, N:2:16] lanes [N:16, K:4:4] waves [_:2]>>, <[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>>
    wave.yield %6 : !wave.tile<[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>>
  }
  %m = wave.index "$0 * 32" (%WORKGROUP_0)
  %c0 = wave.index 0
  wave.write %2, %c at [%m, %c0] : <[M = 32, N = 32], f32, #wave.layout<registers [M:4, N:2:16] lanes [N:16, M:4:4] waves [M:2:16]>>, <[M = 64, N = 32], f32>
}
