// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-choose-paths | FileCheck %s

#layout = #wave.layout<registers [K:8] lanes [M:16] waves []>

// Lanes that run everything copy for themselves; a path that stands is left as it is.
// CHECK-LABEL: wave.kernel @lanes
// CHECK: wave.copy %a {{.*}}path = #wave.path<async>
// CHECK: wave.read %b {{.*}}path = #wave.path<lanes>
// CHECK: wave.write {{.*}}path = #wave.path<elements>
// CHECK: wave.write {{.*}}path = #wave.path<lanes>
wave.kernel @lanes(%a: !wave.memory<[M = 16, K = 8], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[M = 16, K = 8], f16>, %c: !wave.memory<[M = 16, K = 8], f16>, %d: !wave.memory<[M = 16, K = 8], f16>) bindings {K = 8, M = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 16, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  %c0 = wave.index 0
  wave.copy %a at [%c0, %c0] to %r {layout = #layout} : <[M = 16, K = 8], f16, SHARED_ADDRESS_SPACE>, <1, [M = 16, K = 8], f16, #wave.shared_layout<strides [8, 1]>>
  %0 = wave.read %b at [%c0, %c0] : <[M = 16, K = 8], f16> -> <[M = 16, K = 8], f16, #layout>
  wave.write %0, %c at [%c0, %c0] {path = #wave.path<elements>} : <[M = 16, K = 8], f16, #layout>, <[M = 16, K = 8], f16>
  wave.write %0, %d at [%c0, %c0] : <[M = 16, K = 8], f16, #layout>, <[M = 16, K = 8], f16>
}

// -----

// What a role copies is loaded by the TMA unit, and what leaves a ring is stored by it.
// CHECK-LABEL: wave.kernel @roles
// CHECK: wave.copy %a {{.*}}path = #wave.path<tma>
// CHECK: wave.copy_out {{.*}}path = #wave.path<tma>
// CHECK: wave.copy_out {{.*}}path = #wave.path<lanes, 8>
wave.kernel @roles(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, K = 64], f16>, %d: !wave.memory<[M = 64, K = 64], f16>) bindings {K = 64, M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %r = wave.allocate "a" offset 0 : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.copy %a at [%c0, %c0] to %r : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>
  }
  wave.role "consumer" waves 1 {
    %c0 = wave.index 0
    wave.copy_out %r to %c at [%c0, %c0] : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>, <[M = 64, K = 64], f16>
    wave.copy_out %r to %d at [%c0, %c0] {path = #wave.path<lanes, 8>} : <1, [M = 64, K = 64], f16, #wave.shared_layout<strides [64, 1] swizzle 3, 4, 3>>, <[M = 64, K = 64], f16>
  }
}
