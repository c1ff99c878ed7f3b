// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-build-schedule=scheduling=prefetch | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-build-schedule | FileCheck %s --check-prefix=NONE
// RUN: wave-opt %s --split-input-file --wave-stage-channels --wave-build-schedule='buffers=3' | FileCheck %s --check-prefix=ROLES

// Prefetch: loads an iteration ahead. A copy fills its slot while another one is read.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: wave.allocate "a" {wave.buffers = 2 : i64}
// CHECK: wave.iterate K {{.*}} {tag = "k_loop", wave.pipeline = #wave.pipeline<interval 2>, wave.stages = [{{.*}}]}
// CHECK: wave.copy {{.*}} {tag = "read_a", wave.arrival = #wave.time<0, 1>, wave.time = #wave.time<0, 0>}
// CHECK-NEXT: wave.shared_read {{.*}} {tag = "read_a", wave.time = #wave.time<1, 0>}
// CHECK-NEXT: wave.register
// CHECK-NEXT: wave.mma {{.*}} {mma_type = "F32_16x16x32_F16", tag = "mma", wave.time = #wave.time<1, 1>}
// NONE-LABEL: wave.kernel @gemm
// NONE-NOT: #wave
// NONE: wave.write

// Roles: the slot of an iteration is released after the MMAs of the next one.
// ROLES-LABEL: wave.kernel @gemm
// ROLES: wave.roles = [#wave.role<"load" waves 1>, #wave.role<"consumer" waves 4>]
// ROLES: wave.allocate "a" {wave.buffers = 3 : i64}
// ROLES: wave.iterate K {{.*}} {tag = "k_loop", wave.pipeline = #wave.pipeline<interval 3>{{(, wave.stages = .*)?}}}
// ROLES: wave.acquire {{.*}} {wave.role = "load", wave.time = #wave.time<0, 0>}
// ROLES-NEXT: wave.copy {{.*}} {tag = "read_a", wave.arrival = #wave.time<0, 0>, wave.role = "load", wave.time = #wave.time<0, 0>}
// ROLES-NEXT: wave.commit {{.*}} {wave.role = "load", wave.time = #wave.time<0, 0>}
// ROLES-NEXT: wave.wait {{.*}} {wave.role = "consumer", wave.time = #wave.time<0, 1>}
// ROLES-NEXT: wave.shared_read {{.*}} {tag = "read_a", wave.role = "consumer", wave.time = #wave.time<0, 1>}
// ROLES-NEXT: wave.register
// ROLES-NEXT: wave.mma {{.*}} {mma_type = "F32_16x16x32_F16", tag = "mma", wave.role = "consumer", wave.time = #wave.time<0, 1>}
// ROLES-NEXT: wave.release {{.*}} {wave.role = "consumer", wave.time = #wave.time<1, 2>}
// ROLES: wave.write {{.*}} {wave.role = "consumer"}
wave.kernel @gemm(%a: !wave.memory<[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 128, M = 64, N = 32}
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 32
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %zero = wave.index 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %c4 = wave.index 4
  %3 = wave.iterate K at %K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> attributes {tag = "k_loop"} {
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%zero, %k] to %0 {tag = "read_a"} : <[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 64, K = 32], f16> -> <[M = 64, K = 32], f16>
    %5 = wave.register 0.000000e+00 : f16 : <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x32_F16", tag = "mma"} : <[M = 64, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  wave.write %3, %c at [%zero, %zero] : <[M = 64, N = 32], f32>, <[M = 64, N = 32], f32>
}
