// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-build-schedule=chip=gfx942 | FileCheck %s

// Slices follow one another where the operation was, and the first MMA takes the first reads alone.
// CHECK: wave.iterate K at %{{.*}} iter_args(%[[IN:.*]] = %{{.*}})
// CHECK: %[[A0:.*]] = wave.shared_read %[[A:.*]] {slice = #wave.slice<"K" 0 of 2 units 3 of 16>, tag = "read_a"}
// CHECK-NEXT: %[[A1:.*]] = wave.shared_read %[[A]] into %[[A0]] (!wave.tile<[M = 64, K = 48], f16>) {slice = #wave.slice<"K" 1 of 2 units 3 of 16>, tag = "read_a"}
// CHECK: %[[B:.*]] = wave.shared_read %{{.*}} {tag = "read_b"}
// CHECK-NEXT: %[[SUM:.*]] = wave.mma %[[A0]], %[[B]], %[[IN]] {mma_type = "F32_16x16x16_F16", slice = #wave.slice<"K" 0 of 2 units 3 of 16>, tag = "mma"}
// CHECK-NEXT: %[[ALL:.*]] = wave.mma %[[A1]], %[[B]], %[[SUM]] {mma_type = "F32_16x16x16_F16", slice = #wave.slice<"K" 1 of 2 units 3 of 16>, tag = "mma"}
// CHECK-NEXT: wave.yield %[[ALL]]
wave.kernel @gemm(%a: !wave.memory<[M = 64, K = 96], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 32, K = 96], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 64, N = 32], f32>)
    bindings {K = 96, M = 64, N = 32}
    grid [1, 1, 1] attributes {wave.schedule = "wave_schedule 1 \"halves\"\npartition_by_dim(get_node_by_tag(\"mma\"), K, 2)\npartition_by_dim(get_node_by_tag_and_type(\"read_a\", SharedRead), K, 2)\n"} {
  wave.tiling_constraint K tile 48
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 4, 1, 1>}
  %ra = wave.allocate "a" : <1, [M = 64, K = 48], f16>
  %rb = wave.allocate "b" : <1, [N = 32, K = 48], f16>
  %zero = wave.index 0
  %2 = wave.register 0.000000e+00 : f32 : <[M = 64, N = 32], f32>
  %c2 = wave.index 2
  %3 = wave.iterate K at %K count %c2 iter_args(%arg0 = %2) -> !wave.tile<[M = 64, N = 32], f32> attributes {tag = "k_loop"} {
    %k = wave.index "$0 * 48" (%K)
    wave.copy %a at [%zero, %k] to %ra {tag = "read_a"} : <[M = 64, K = 96], f16, SHARED_ADDRESS_SPACE>, <1, [M = 64, K = 48], f16>
    %4 = wave.shared_read %ra {tag = "read_a"} : <1, [M = 64, K = 48], f16> -> <[M = 64, K = 48], f16>
    wave.copy %b at [%zero, %k] to %rb {tag = "read_b"} : <[N = 32, K = 96], f16, SHARED_ADDRESS_SPACE>, <1, [N = 32, K = 48], f16>
    %5 = wave.shared_read %rb {tag = "read_b"} : <1, [N = 32, K = 48], f16> -> <[N = 32, K = 48], f16>
    %6 = wave.mma %4, %5, %arg0 {mma_type = "F32_16x16x16_F16", tag = "mma"} : <[M = 64, K = 48], f16>, <[N = 32, K = 48], f16>, <[M = 64, N = 32], f32>
    wave.yield %6 : !wave.tile<[M = 64, N = 32], f32>
  }
  wave.write %3, %c at [%zero, %zero] : <[M = 64, N = 32], f32>, <[M = 64, N = 32], f32>
}

// -----

// Two waves load 16 rows at once, and store them: a store takes the first tile that has all of its slice.
// CHECK-LABEL: wave.kernel @fills
// CHECK: %[[A0:.*]] = wave.read %{{.*}} {slice = #wave.slice<"M" 0 of 4 units 4 of 16>, tag = "read_a"}
// CHECK-NEXT: %[[A1:.*]] = wave.read %{{.*}} into %[[A0]] (!wave.tile<[M = 64, K = 64], f16>) {slice = #wave.slice<"M" 1 of 4 units 4 of 16>, tag = "read_a"}
// CHECK-NEXT: %[[A2:.*]] = wave.read %{{.*}} into %[[A1]] (!wave.tile<[M = 64, K = 64], f16>) {slice = #wave.slice<"M" 2 of 4 units 4 of 16>, tag = "read_a"}
// CHECK-NEXT: %[[A3:.*]] = wave.read %{{.*}} into %[[A2]] (!wave.tile<[M = 64, K = 64], f16>) {slice = #wave.slice<"M" 3 of 4 units 4 of 16>, tag = "read_a"}
// CHECK-NEXT: wave.shared_write %[[A1]], %{{.*}} {slice = #wave.slice<"M" 0 of 2 units 4 of 16>, tag = "read_a"}
// CHECK-NEXT: wave.shared_write %[[A3]], %{{.*}} {slice = #wave.slice<"M" 1 of 2 units 4 of 16>, tag = "read_a"}
wave.kernel @fills(%a: !wave.memory<[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE>) bindings {K = 64, M = 64} grid [1, 1, 1]
    attributes {wave.schedule = "wave_schedule 1 \"fills\"\npartition_by_dim(get_node_by_tag_and_type(\"read_a\", SharedWrite), M, 2)\npartition_by_dim(get_node_by_tag_and_type(\"read_a\", GlobalRead), M, 4)\n"} {
  wave.wave_constraint M tile 32
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %ring = wave.allocate "a" : <1, [M = 64, K = 64], f16>
  %c0 = wave.index 0
  %0 = wave.read %a at [%c0, %c0] {tag = "read_a"} : <[M = 64, K = 64], f16, SHARED_ADDRESS_SPACE> -> <[M = 64, K = 64], f16>
  wave.shared_write %0, %ring {tag = "read_a"} : <[M = 64, K = 64], f16>, <1, [M = 64, K = 64], f16>
}
