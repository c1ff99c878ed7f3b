// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-check-registers=chip=sm_90a --verify-diagnostics

// Lanes that hold no tile leave theirs to those that do.
// expected-note @below {{at one time 128 = 128; 384 lanes hold tiles and 128 none, which leaves 120}}
// expected-note @unknown {{help: iterate over N, of which a tile has all 256, in steps: TilingConstraint{N, 128} and iterate({.axis = N}, ...)}}
wave.kernel @tiles(%a: !wave.memory<[M = 192, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 192, N = 256], f32>)
    bindings {K = 16, M = 192, N = 256} grid [1, 1, 1] {
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 3, 1, 1>}
  %0 = wave.allocate "a" offset 0 : <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  %1 = wave.allocate "b" offset 8192 : <1, [N = 256, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  %channel = wave.channel %0, %1 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, !wave.buffer<1, [N = 256, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.acquire %channel number %c0
    wave.commit %channel number %c0
  }
  wave.role "consumer" waves 3 {
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %2 = wave.register 0.0 : f32 : <[M = 192, N = 256], f32, #wave.layout<registers [N:2, M:2:8, N:32:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>
    %3 = wave.view %0 : <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>> -> <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
    %4 = wave.view %1 : <1, [N = 256, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>> -> <1, [N = 256, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
    // expected-remark @below {{kernel 'tiles' holds tiles in 128 registers of each lane, a workgroup of 4 waves on sm_90a has 120 [too-many-registers]}}
    // expected-note @below {{128 registers: [M, N] f32, of mma}}
    %5 = wave.mma %3, %4, %2 {mma_type = "F32_64x128x16_F16"} : !wave.buffer<1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, !wave.buffer<1, [N = 256, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, <[M = 192, N = 256], f32, #wave.layout<registers [N:2, M:2:8, N:32:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>
    wave.mma_wait 0
    wave.write %5, %c at [%c0, %c0] : <[M = 192, N = 256], f32, #wave.layout<registers [N:2, M:2:8, N:32:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>, <[M = 192, N = 256], f32>
  }
}

// -----

// What a launch gives to all lanes holds the sums of one instruction.
wave.kernel @sums(%a: !wave.memory<[M = 192, K = 16], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 208, K = 16], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 192, N = 208], f32>)
    bindings {K = 16, M = 192, N = 208} grid [1, 1, 1] {
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 3, 1, 1>}
  %0 = wave.allocate "a" offset 0 : <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  %1 = wave.allocate "b" offset 8192 : <1, [N = 208, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  %channel = wave.channel %0, %1 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, !wave.buffer<1, [N = 208, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.acquire %channel number %c0
    wave.commit %channel number %c0
  }
  wave.role "consumer" waves 3 {
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %2 = wave.register 0.0 : f32 : <[M = 192, N = 208], f32, #wave.layout<registers [N:2, M:2:8, N:26:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>
    %3 = wave.view %0 : <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>> -> <1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
    %4 = wave.view %1 : <1, [N = 208, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>> -> <1, [N = 208, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
    // expected-error @below {{mma: F32_64x208x16_F16 takes 130 registers of each lane, a workgroup of 512 lanes on sm_90a has 128 [too-many-registers]}}
    // expected-note @unknown {{help: choose an instruction with fewer columns, or fewer waves}}
    %5 = wave.mma %3, %4, %2 {mma_type = "F32_64x208x16_F16"} : !wave.buffer<1, [M = 192, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, !wave.buffer<1, [N = 208, K = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>, <[M = 192, N = 208], f32, #wave.layout<registers [N:2, M:2:8, N:26:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>
    wave.mma_wait 0
    wave.write %5, %c at [%c0, %c0] : <[M = 192, N = 208], f32, #wave.layout<registers [N:2, M:2:8, N:26:8] lanes [N:4:2, M:8, M:4:16] waves [M:3:64]>>, <[M = 192, N = 208], f32>
  }
}
