// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-choose-layouts --wave-lay-out-shared=chip=sm_90a > %t.mlir
// RUN: wave-opt --split-input-file %t.mlir | FileCheck %s

// What is read in place has no layout, the left operand in registers that of the instruction, in the order of k that shared memory
// has; what one wave of a role copies is that wave's alone. Rings of boxes begin at multiples of 1024 bytes, their rows of 32, 64 and 128
// bytes are swizzled, others not; the last has lanes alone.
// CHECK: %[[A:.*]] = wave.allocate "a" offset 0 : <2, [M = 128, K = 32], f16, #wave.shared_layout<strides [32, 1] swizzle 2, 4, 3>>
// CHECK: %[[B:.*]] = wave.allocate "b" offset 16384 : <2, [N = 24, K = 32], f16, #wave.shared_layout<strides [32, 1] swizzle 2, 4, 3>>
// CHECK: wave.allocate "d" offset 19456 : <1, [M = 128, J = 24], f16, #wave.shared_layout<strides [24, 1]>>
// CHECK: wave.allocate "e" offset 25600 : <1, [M = 128, P = 16], f16, #wave.shared_layout<strides [16, 1] swizzle 1, 4, 3>>
// CHECK: wave.role "load"
// CHECK: wave.copy %a {{.*}} {layout = #wave.layout<registers [K:8, M:4:32] lanes [K:4:8, M:32] waves []>}
// CHECK: wave.role "consumer"
// CHECK: %[[SLOT:.*]] = wave.index "$0 % 2" (%K)
// CHECK: wave.shared_read %[[A]] {{.*}} -> <[M = 128, K = 32], f16, #wave.layout<registers [K:2, M:2:8, K:4:8] lanes [K:4:2, M:8, M:4:16] waves [M:2:64]>>
// CHECK: wave.view %[[B]] slot %[[SLOT]] : {{.*}} -> <1, [N = 24, K = 32], f16
// CHECK: wave.mma {{.*}} : <[M = 128, K = 32], f16, #wave.layout<registers [K:2, M:2:8, K:4:8] lanes [K:4:2, M:8, M:4:16] waves [M:2:64]>>, !wave.buffer<1, [N = 24, K = 32], f16{{.*}}>, <[M = 128, N = 24], f32, #wave.layout<registers [N:2, M:2:8, N:3:8] lanes [N:4:2, M:8, M:4:16] waves [M:2:64]>>
wave.kernel @k(%a: !wave.memory<[M = 128, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 24, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 24], f32>, %d: !wave.memory<[M = 128, J = 24], f16, SHARED_ADDRESS_SPACE>, %e: !wave.memory<[M = 128, P = 16], f16, SHARED_ADDRESS_SPACE>)
    bindings {J = 24, K = 128, M = 128, N = 24, P = 16} grid [1, 1, 1] {
  wave.tiling_constraint K tile 32
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 128, K = 32], f16>
  %1 = wave.allocate "b" : <2, [N = 24, K = 32], f16>
  %2 = wave.allocate "d" : <1, [M = 128, J = 24], f16>
  %3 = wave.allocate "e" : <1, [M = 128, P = 16], f16>
  %channel = wave.channel %0, %1 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<2, [M = 128, K = 32], f16>, !wave.buffer<2, [N = 24, K = 32], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.copy %d at [%c0, %c0] to %2 : <[M = 128, J = 24], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, J = 24], f16>
    wave.copy %e at [%c0, %c0] to %3 : <[M = 128, P = 16], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, P = 16], f16>
    %c4 = wave.index 4
    wave.iterate K at %K count %c4 {
      wave.acquire %channel number %K
      %k = wave.index "$0 * 32" (%K)
      %slot = wave.index "$0 % 2" (%K)
      wave.copy %a at [%c0, %k] to %0 slot %slot : <[M = 128, K = 128], f16, SHARED_ADDRESS_SPACE>, <2, [M = 128, K = 32], f16>
      wave.copy %b at [%c0, %k] to %1 slot %slot : <[N = 24, K = 128], f16, SHARED_ADDRESS_SPACE>, <2, [N = 24, K = 32], f16>
      wave.commit %channel number %K
    }
  }
  wave.role "consumer" waves 2 {
    %4 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 24], f32>
    %c4 = wave.index 4
    %5 = wave.iterate K at %K count %c4 iter_args(%arg0 = %4) -> !wave.tile<[M = 128, N = 24], f32> {
      wave.wait %channel number %K
      %slot = wave.index "$0 % 2" (%K)
      %6 = wave.shared_read %0 slot %slot : <2, [M = 128, K = 32], f16> -> <[M = 128, K = 32], f16>
      %7 = wave.view %1 slot %slot : <2, [N = 24, K = 32], f16> -> <1, [N = 24, K = 32], f16>
      %8 = wave.mma %6, %7, %arg0 {mma_type = "F32_64x24x16_F16"} : <[M = 128, K = 32], f16>, !wave.buffer<1, [N = 24, K = 32], f16>, <[M = 128, N = 24], f32>
      wave.release %channel number %K
      wave.yield %8 : !wave.tile<[M = 128, N = 24], f32>
    }
    %c0 = wave.index 0
    wave.write %5, %c at [%c0, %c0] : <[M = 128, N = 24], f32>, <[M = 128, N = 24], f32>
  }
}

// -----

// A row of more than 128 bytes is cut into columns, which follow each other with all rows: along the reduction, and along M and N. What
// is printed can be read.
// CHECK-LABEL: wave.kernel @cut
// CHECK: wave.allocate "a" offset 0 : <2, [K = 16, M = 128], f16, #wave.shared_layout<strides [64, 1] columns 64 swizzle 3, 4, 3>>
// CHECK: wave.allocate "b" offset 8192 : <2, [K = 16, N = 96], f16, #wave.shared_layout<strides [32, 1] columns 32 swizzle 2, 4, 3>>
// CHECK: wave.allocate "d" offset 14336 : <1, [M = 128, J = 192], f16, #wave.shared_layout<strides [64, 1] columns 64 swizzle 3, 4, 3>>
wave.kernel @cut(%a: !wave.memory<[K = 32, M = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 32, N = 96], f16, SHARED_ADDRESS_SPACE>, %d: !wave.memory<[M = 128, J = 192], f16, SHARED_ADDRESS_SPACE>)
    bindings {J = 192, K = 32, M = 128, N = 96} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [K = 16, M = 128], f16>
  %1 = wave.allocate "b" : <2, [K = 16, N = 96], f16>
  %2 = wave.allocate "d" : <1, [M = 128, J = 192], f16>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.copy %d at [%c0, %c0] to %2 : <[M = 128, J = 192], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, J = 192], f16>
    %c2 = wave.index 2
    wave.iterate K at %K count %c2 {
      %k = wave.index "$0 * 16" (%K)
      %slot = wave.index "$0 % 2" (%K)
      wave.copy %a at [%k, %c0] to %0 slot %slot : <[K = 32, M = 128], f16, SHARED_ADDRESS_SPACE>, <2, [K = 16, M = 128], f16>
      wave.copy %b at [%k, %c0] to %1 slot %slot : <[K = 32, N = 96], f16, SHARED_ADDRESS_SPACE>, <2, [K = 16, N = 96], f16>
    }
  }
}
