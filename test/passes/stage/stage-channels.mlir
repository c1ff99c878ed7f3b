// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-stage-channels --wave-verify-form=form=staged | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-stage-channels=only-by-descriptor=true | FileCheck %s --check-prefix=NONE

// What one iteration loads is one channel: its loads go together, before what is read.
// CHECK-LABEL: wave.kernel @gemm
// CHECK: %[[A:.*]] = wave.allocate "a"
// CHECK-NEXT: %[[B:.*]] = wave.allocate "b"
// CHECK-NEXT: %[[AB:.*]] = wave.channel %[[A]], %[[B]] :
// CHECK: wave.iterate K at %K
// CHECK: wave.acquire %[[AB]] number %K
// CHECK-NEXT: wave.copy %a at [%{{.*}}] to %[[A]] {tag = "read_a"}
// CHECK-NEXT: wave.index
// CHECK-NEXT: wave.copy %b at [%{{.*}}] to %[[B]] {tag = "read_b"}
// CHECK-NEXT: wave.commit %[[AB]] number %K
// CHECK-NEXT: wave.wait %[[AB]] number %K
// CHECK-NEXT: wave.shared_read %[[A]] {tag = "read_a"}
// CHECK-NEXT: wave.shared_read %[[B]] {tag = "read_b"}
// CHECK-NEXT: wave.mma
// CHECK-NEXT: wave.release %[[AB]] number %K
// NONE-LABEL: wave.kernel @gemm
// NONE-NOT: wave.channel
// NONE-NOT: wave.acquire
wave.kernel @gemm(%a: !wave.memory<[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 128, M = 64, N = 32}
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 32], f16>
  %1 = wave.allocate "b" : <1, [N = 32, K = 32], f16>
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %c4 = wave.index 4
  %zero = wave.index 0
  %3 = wave.iterate K at %K count %c4 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> {
    %k = wave.index "$0 * 32" (%K)
    wave.copy %a at [%zero, %k] to %0 {tag = "read_a"} : <[M = 64, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 32], f16>
    %4 = wave.shared_read %0 {tag = "read_a"} : <1, [M = 64, K = 32], f16> -> <[M = 64, K = 32], f16>
    %c0 = wave.index 0
    wave.copy %b at [%c0, %k] to %1 {tag = "read_b"} : <[N = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [N = 32, K = 32], f16>
    %5 = wave.shared_read %1 {tag = "read_b"} : <1, [N = 32, K = 32], f16> -> <[N = 32, K = 32], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x32_F16"} : <[M = 64, K = 32], f16>, <[N = 32, K = 32], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  wave.write %3, %c at [%zero, %zero] : <[M = 64, N = 32], f32>, <[M = 64, N = 32], f32>
}

// -----

// A loop whose trips nobody counts carries the sequence index.
// CHECK-LABEL: wave.kernel @persistent
// CHECK: wave.iterate P at %P from %{{.*}} while "$0 < 5" iter_args(%[[START:.*]] = %c0) -> index
// CHECK: wave.iterate K at %K
// CHECK: %[[NUMBER:.*]] = wave.index "$0 + $1" (%K, %[[START]])
// CHECK: wave.acquire %{{.*}} number %[[NUMBER]]
// CHECK: wave.release %{{.*}} number %[[NUMBER]]
// CHECK: %[[NEXT:.*]] = wave.index "$0 + 2" (%[[START]])
// CHECK: wave.yield next %{{.*}} %[[NEXT]] : index
wave.kernel @persistent(%a: !wave.memory<[T = 5, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[T = 5], f16>)
    bindings {K = 64, T = 5}
    grid [2, 1, 1] {
  wave.grid_constraint [2]
  wave.tiling_constraint P tile 1
  wave.workgroup_constraint T tile 1 dim 0
  wave.tiling_constraint K tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [T = 1, K = 32], f16>
  %WORKGROUP_0 = wave.workgroup_id 0
  wave.iterate P at %T from %WORKGROUP_0 while "$0 < 5" {
    %1 = wave.register 0.000000e+00 : f16 : <[T = 1], f16>
    %c2 = wave.index 2
    %2 = wave.iterate K at %K count %c2 iter_args(%arg0 = %1) -> !wave.tile<[T = 1], f16> {
      %k = wave.index "$0 * 32" (%K)
      wave.copy %a at [%T, %k] to %0 {mapped = [#wave.expr<T>]} : <[T = 5, K = 64], f16, SHARED_ADDRESS_SPACE>, <1, [T = 1, K = 32], f16>
      %3 = wave.shared_read %0 : <1, [T = 1, K = 32], f16> -> <[T = 1, K = 32], f16>
      %4 = wave.reduce sum %3 init %arg0 along K : <[T = 1, K = 32], f16>, !wave.tile<[T = 1], f16> -> <[T = 1], f16>
      wave.yield %4 : !wave.tile<[T = 1], f16>
    }
    wave.write %2, %c at [%T] mapped [T] : <[T = 1], f16>, <[T = 5], f16>
    %next = wave.index "$0 + 2" (%T)
    wave.yield next %next
  }
}
