// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-allocate-accumulators --wave-verify-form=form=staged --wave-stage-channels=only-by-descriptor=true --wave-build-schedule=chip=sm_100a --wave-apply-schedule --wave-verify-form=form=scheduled | FileCheck %s

// A tile after the other: one sum is stored while the next one is made, and slots go round across the tiles.
// What is computed from a sum is the third role's.
// CHECK-LABEL: wave.kernel @tiles
// CHECK: wave.allocate "a" : <8, [M = 128, K = 64], f16>
// CHECK: %[[SUM:.*]] = wave.allocate "sum" : <2, [M = 128, N = 64], f32 in tensor_memory>
// CHECK: %[[SUMS:.*]] = wave.channel %[[SUM]] from ["mma"] commits 1 to ["epilogue"] releases 1 :
// CHECK: wave.role "load" waves 1
// CHECK-NEXT: %c4 = wave.index 4
// CHECK-NEXT: wave.iterate T at %T count %c4
// CHECK: wave.copy
// CHECK: wave.role "mma" waves 1
// CHECK-NEXT: %c4 = wave.index 4
// CHECK-NEXT: wave.iterate T at %T count %c4 {
// CHECK-NEXT: wave.register
// CHECK-NEXT: %c3 = wave.index 3
// CHECK-NEXT: wave.acquire %[[SUMS]] number %T
// CHECK-NEXT: wave.iterate K at %K count %c3 iter_args
// CHECK-NEXT: %[[NUMBER:.*]] = wave.index "$0 + $1 * 3" (%K, %T)
// CHECK-NEXT: %[[SLOT:.*]] = wave.index "($0 + $1 * 3) % 8" (%K, %T)
// CHECK-NEXT: wave.wait %{{.*}} number %[[NUMBER]]
// CHECK-NEXT: wave.view %{{.*}} slot %[[SLOT]]
// CHECK-NEXT: wave.view %{{.*}} slot %[[SLOT]]
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.release %{{.*}} number %[[NUMBER]]
// CHECK-NEXT: wave.yield
// CHECK-NEXT: }
// CHECK-NEXT: %[[SLOT3:.*]] = wave.index "$0 % 2" (%T)
// CHECK-NEXT: wave.shared_write %{{.*}}, %[[SUM]] slot %[[SLOT3]] in_place
// CHECK-NEXT: wave.commit %[[SUMS]] number %T
// CHECK: wave.role "epilogue" waves 1
// CHECK-NEXT: %c4 = wave.index 4
// CHECK-NEXT: wave.iterate T at %T count %c4 {
// CHECK-NEXT: %[[SLOT4:.*]] = wave.index "$0 % 2" (%T)
// CHECK-NEXT: wave.wait %[[SUMS]] number %T
// CHECK-NEXT: wave.shared_read %[[SUM]] slot %[[SLOT4]] :
// CHECK-NEXT: wave.release %[[SUMS]] number %T
// CHECK-NEXT: wave.cast
// CHECK-NEXT: %c0 = wave.index 0
// CHECK-NEXT: wave.write
wave.kernel @tiles(%a: !wave.memory<[M = 128, K = 192], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 64, K = 192], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 128, N = 64], f16>, %t: !wave.memory<[T = 4], f32>) bindings {K = 192, M = 128, N = 64, T = 4} grid [1, 1, 1] {
  wave.tiling_constraint K tile 64
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 128, K = 64], f16>
  %1 = wave.allocate "b" : <1, [N = 64, K = 64], f16>
  %c4 = wave.index 4
  wave.iterate T count %c4 {
    %2 = wave.register 0.000000e+00 : f32 : <[M = 128, N = 64], f32>
    %c3 = wave.index 3
    %3 = wave.iterate K at %K count %c3 iter_args(%arg0 = %2) -> !wave.tile<[M = 128, N = 64], f32> {
      %c0 = wave.index 0
      %k = wave.index "$0 * 64" (%K)
      wave.copy %a at [%c0, %k] to %0 : <[M = 128, K = 192], f16, SHARED_ADDRESS_SPACE>, <1, [M = 128, K = 64], f16>
      %4 = wave.view %0 : <1, [M = 128, K = 64], f16> -> <1, [M = 128, K = 64], f16>
      wave.copy %b at [%c0, %k] to %1 : <[N = 64, K = 192], f16, SHARED_ADDRESS_SPACE>, <1, [N = 64, K = 64], f16>
      %5 = wave.view %1 : <1, [N = 64, K = 64], f16> -> <1, [N = 64, K = 64], f16>
      %6 = wave.mma %4, %5, %arg0 {in_tensor_memory, mma_type = "F32_128x64x16_F16"} : !wave.buffer<1, [M = 128, K = 64], f16>, !wave.buffer<1, [N = 64, K = 64], f16>, <[M = 128, N = 64], f32>
      wave.yield %6 : !wave.tile<[M = 128, N = 64], f32>
    }
    %7 = wave.cast %3 : <[M = 128, N = 64], f32> -> <[M = 128, N = 64], f16>
    %c0 = wave.index 0
    wave.write %7, %c at [%c0, %c0] : <[M = 128, N = 64], f16>, <[M = 128, N = 64], f16>
  }
}
