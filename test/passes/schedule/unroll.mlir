// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-build-schedule | FileCheck %s
// RUN: wave-opt %s --wave-stage-channels --wave-build-schedule=chip=sm_90a | FileCheck %s --check-prefix=CHANNELS

// 5 iterations in pairs: 2 trips of the unrolled loop, and one iteration in a loop after it.  Each copy has a ring of its own.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: wave.unrolls = [#wave.unroll<"k_loop" by 2>]
// CHECK: %[[A0:.*]] = wave.allocate "a"
// CHECK-NEXT: %[[A1:.*]] = wave.allocate "a"
// CHECK-NEXT: %[[AR:.*]] = wave.allocate "a"
// CHECK: %[[TRIPS:.*]] = wave.index 2
// CHECK: %[[SUM:.*]] = wave.iterate K at %[[K:.*]] count %[[TRIPS]] iter_args(%[[IN:.*]] = %{{.*}}) {{.*}} attributes {tag = "k_loop"} {
// CHECK: %[[AT0:.*]] = wave.index "$0 * 64" (%[[K]])
// CHECK: wave.copy %a at [%{{.*}}, %[[AT0]]] to %[[A0]] {tag = "read_a", wave.unrolled = #wave.unrolled<0 of 2>}
// CHECK: %[[X0:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[IN]] {{.*}} wave.unrolled = #wave.unrolled<0 of 2>}
// CHECK: %[[AT1:.*]] = wave.index "$0 * 64 + 32" (%[[K]])
// CHECK: wave.copy %a at [%{{.*}}, %[[AT1]]] to %[[A1]] {tag = "read_a", wave.unrolled = #wave.unrolled<1 of 2>}
// CHECK: %[[X1:.*]] = wave.mma %{{.*}}, %{{.*}}, %[[X0]] {{.*}} wave.unrolled = #wave.unrolled<1 of 2>}
// CHECK: wave.yield %[[X1]]
// CHECK: %[[LEFT:.*]] = wave.index 1
// CHECK: %[[ALL:.*]] = wave.iterate K at %[[R:.*]] count %[[LEFT]] iter_args(%{{.*}} = %[[SUM]]) {{.*}} attributes {tag = "k_loop", wave.remainder} {
// CHECK: %[[ATR:.*]] = wave.index "$0 * 32 + 128" (%[[R]])
// CHECK: wave.copy %a at [%{{.*}}, %[[ATR]]] to %[[AR]] {tag = "read_a"}
// CHECK: wave.write %[[ALL]]

// Uses of a channel are numbered by the trips of its own loop.
// CHANNELS-LABEL: wave.kernel @gemm
// CHANNELS: %[[A0:.*]] = wave.allocate "a"
// CHANNELS-NEXT: %[[A1:.*]] = wave.allocate "a"
// CHANNELS-NEXT: %[[AR:.*]] = wave.allocate "a"
// CHANNELS-NEXT: %[[C0:.*]] = wave.channel %[[A0]] :
// CHANNELS-NEXT: %[[C1:.*]] = wave.channel %[[A1]] :
// CHANNELS-NEXT: %[[CR:.*]] = wave.channel %[[AR]] :
// CHANNELS: wave.iterate K at %[[K:.*]] count
// CHANNELS: wave.acquire %[[C0]] number %[[K]]
// CHANNELS: wave.release %[[C0]] number %[[K]]
// CHANNELS: wave.acquire %[[C1]] number %[[K]]
// CHANNELS: wave.release %[[C1]] number %[[K]]
// CHANNELS: wave.iterate K at %[[R:.*]] count
// CHANNELS: wave.acquire %[[CR]] number %[[R]]
// CHANNELS: wave.release %[[CR]] number %[[R]]
wave.kernel @gemm(%a: !wave.memory<[M = 64, K = 160], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 160, M = 64, N = 32}
    grid [1, 1, 1] attributes {wave.schedule = "wave_schedule 1 \"unroll\"\nunroll(get_node_by_tag(\"k_loop\"), 2)\n"} {
  wave.tiling_constraint K tile 32
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %zero = wave.index 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %c5 = wave.index 5
  %3 = wave.iterate K at %K count %c5 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> attributes {tag = "k_loop"} {
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%zero, %k] to %0 {tag = "read_a"} : <[M = 64, K = 160], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 64, K = 32], f16> -> <[M = 64, K = 32], f16>
    %5 = wave.register 0.000000e+00 : f16 : <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x32_F16", tag = "mma"} : <[M = 64, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  wave.write %3, %c at [%zero, %zero] : <[M = 64, N = 32], f32>, <[M = 64, N = 32], f32>
}
