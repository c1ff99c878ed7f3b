// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-lower-conversions | FileCheck %s

// CHECK: %[[RING:.*]] = wave.allocate "lanes" : <1, [M = 16, K = 16], f16>
// CHECK: %[[A:.*]] = wave.read
// CHECK-NEXT: wave.shared_write %[[A]], %[[RING]]
// CHECK-NEXT: %[[B:.*]] = wave.shared_read %[[RING]] : {{.*}} -> <[M = 16, K = 16], f16, #wave.layout<registers [M:4] lanes [K:16, M:4:4] waves []>>
// CHECK-NEXT: wave.write %[[B]]
wave.kernel @k(%a: !wave.memory<[M = 16, K = 16], f16>, %b: !wave.memory<[M = 16, K = 16], f16>) bindings {K = 16, M = 16} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] : <[M = 16, K = 16], f16> -> <[M = 16, K = 16], f16, #wave.layout<registers [K:4] lanes [M:16, K:4:4] waves []>>
  %1 = wave.convert_layout %0 : <[M = 16, K = 16], f16, #wave.layout<registers [K:4] lanes [M:16, K:4:4] waves []>> -> <[M = 16, K = 16], f16, #wave.layout<registers [M:4] lanes [K:16, M:4:4] waves []>>
  wave.write %1, %b at [%c0, %c0] : <[M = 16, K = 16], f16, #wave.layout<registers [M:4] lanes [K:16, M:4:4] waves []>>, <[M = 16, K = 16], f16>
}
