// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-distribute-tiles | FileCheck %s

// Sizes do not divide tiles here: the grid and the count round up.

// CHECK-LABEL: wave.kernel @gemm
// CHECK-NEXT:    grid [4, 2, 1]
// CHECK:         %[[ZERO:.*]] = wave.register 0.000000e+00 : f32 : <[M = 32, N = 64], f32>
// CHECK-NEXT:    %c3 = wave.index 3
// CHECK-NEXT:    %[[SUM:.*]] = wave.iterate K at %K count %c3 iter_args(%[[ACC:.*]] = %[[ZERO]]) -> !wave.tile<[M = 32, N = 64], f32> {
// CHECK-NEXT:      %[[AT_M:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK-NEXT:      %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK-NEXT:      %[[A:.*]] = wave.read %a at [%[[AT_M]], %[[AT_K]]] : <[M = 100, K = 40], f32> -> <[M = 32, K = 16], f32>
// CHECK-NEXT:      %[[AT_N:.*]] = wave.index "$0 * 64" (%WORKGROUP_1)
// CHECK-NEXT:      %[[B:.*]] = wave.read %b at [%[[AT_N]], %[[AT_K]]] : <[N = 128, K = 40], f32> -> <[N = 64, K = 16], f32>
// CHECK-NEXT:      %[[C:.*]] = wave.mma %[[A]], %[[B]], %[[ACC]] {mma_type = "F32_FMA_F32"} : <[M = 32, K = 16], f32>, <[N = 64, K = 16], f32>, <[M = 32, N = 64], f32>
// CHECK-NEXT:      wave.yield %[[C]] : !wave.tile<[M = 32, N = 64], f32>
// CHECK:         %[[AT_N2:.*]] = wave.index "$0 * 64" (%WORKGROUP_1)
// CHECK:         %[[AT_M2:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
// CHECK:         wave.write %[[SUM]], %c at [%[[AT_N2]], %[[AT_M2]]] : <[M = 32, N = 64], f32>, <[N = 128, M = 100], f32>
wave.kernel @gemm(%a: !wave.memory<[M = 100, K = 40], f32>, %b: !wave.memory<[N = 128, K = 40], f32>,
                  %c: !wave.memory<[N = 128, M = 100], f32>) {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  %zero = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %sum = wave.iterate K iter_args(%acc = %zero) -> (!wave.tile<[M, N], f32>) {
    %0 = wave.read %a : <[M = 100, K = 40], f32> -> <[M, K], f32>
    %1 = wave.read %b : <[N = 128, K = 40], f32> -> <[N, K], f32>
    %2 = wave.mma %0, %1, %acc {mma_type = "F32_FMA_F32"} : <[M, K], f32>, <[N, K], f32>, <[M, N], f32>
    wave.yield %2 : !wave.tile<[M, N], f32>
  }
  wave.write %sum, %c : <[M, N], f32>, <[N = 128, M = 100], f32>
}

// Without a constraint, or outside the loop over it, a dimension is whole; one that
// only a register has is as long as its binding says.
// CHECK-LABEL: wave.kernel @whole
// CHECK:         grid [1, 1, 1]
// CHECK:         wave.read %a at [%c0, %c0] : <[M = 100, K = 40], f32> -> <[M = 100, K = 40], f32>
// CHECK-NEXT:    wave.register {{.*}} : <[Q = 7], f32>
// CHECK-NEXT:    %c3 = wave.index 3
// CHECK-NEXT:    wave.iterate K at %K count %c3 {
// CHECK-NEXT:      %c0{{(_[0-9]+)?}} = wave.index 0
// CHECK-NEXT:      %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
// CHECK-NEXT:      wave.read %a at [%c0{{(_[0-9]+)?}}, %[[AT_K]]] : <[M = 100, K = 40], f32> -> <[M = 100, K = 16], f32>
wave.kernel @whole(%a: !wave.memory<[M = 100, K = 40], f32>) bindings {Q = 7} {
  wave.tiling_constraint K tile 16
  %0 = wave.read %a : <[M = 100, K = 40], f32> -> <[M, K], f32>
  %1 = wave.register 0.0 : f32 : <[Q], f32>
  wave.iterate K {
    %2 = wave.read %a : <[M = 100, K = 40], f32> -> <[M, K], f32>
    wave.yield
  }
}
