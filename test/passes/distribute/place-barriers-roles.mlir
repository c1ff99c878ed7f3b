// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-place-barriers | FileCheck %s

// What roles hand over slot by slot needs no barrier; a ring that the waves of one role write and read does.
// CHECK: wave.role "load"
// CHECK-NOT: wave.barrier
// CHECK: wave.role "consumer"
// CHECK: wave.wait
// CHECK-NEXT: wave.shared_read
// CHECK-NEXT: wave.release
// CHECK-NEXT: wave.shared_write
// CHECK-NEXT: wave.barrier{{$}}
// CHECK-NEXT: wave.shared_read
// CHECK-NOT: wave.barrier
wave.kernel @k(%a: !wave.memory<[M = 64], f32, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64], f32>) bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64], f32>
  %1 = wave.allocate "lanes" : <1, [M = 64], f32>
  %channel = wave.channel %0 from ["load"] commits 1 to ["consumer"] releases 1 : !wave.buffer<1, [M = 64], f32>
  wave.role "load" waves 1 {
    %c0 = wave.index 0
    wave.acquire %channel number %c0
    wave.copy %a at [%c0] to %0 : <[M = 64], f32, SHARED_ADDRESS_SPACE>, <1, [M = 64], f32>
    wave.commit %channel number %c0
  }
  wave.role "consumer" waves 2 {
    %c0 = wave.index 0
    wave.wait %channel number %c0
    %2 = wave.shared_read %0 : <1, [M = 64], f32> -> <[M = 64], f32>
    wave.release %channel number %c0
    wave.shared_write %2, %1 : <[M = 64], f32>, <1, [M = 64], f32>
    %3 = wave.shared_read %1 : <1, [M = 64], f32> -> <[M = 64], f32>
    wave.write %3, %c at [%c0] : <[M = 64], f32>, <[M = 64], f32>
  }
}
