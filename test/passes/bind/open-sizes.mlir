// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-bind-symbols='subs=N=2*M;B=16;T=ceildiv(K,8)' --wave-resolve-hardware --wave-convert-writes --wave-distribute-tiles --wave-verify-form=form=bound | FileCheck %s

// M and K are whole dimensions and have no value: they are left open.  N and T depend
// on them.  The grid and the count are expressions; what is bound is recorded.

// CHECK: wave.kernel @k(%a: !wave.memory<[M = M, K = K], f32>, %b: !wave.memory<[M = M, N = "M * 2"], f32>)
// CHECK-NEXT: bindings {B = 16, N = "M * 2", T = "ceildiv(K, 8)"}
// CHECK-NEXT: grid ["ceildiv(M, 16)", 1, 1]
wave.kernel @k(%a: !wave.memory<[M, K], f32>, %b: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile B dim 0
  wave.tiling_constraint K tile B
  // A dimension without a constraint is whole in the tile, however long.
  // CHECK: %[[AT_M:.*]] = wave.index "$0 * 16" (%WORKGROUP_0)
  // CHECK: wave.read %b at [%[[AT_M]], %c0] : <[M = M, N = "M * 2"], f32> -> <[M = 16, N = "M * 2"], f32>
  %0 = wave.read %b : !wave.memory<[M, N], f32> -> !wave.tile<[M, N], f32>
  wave.write %0, %b : !wave.tile<[M, N], f32>, !wave.memory<[M, N], f32>
  // A dimension of registers alone may depend on open sizes as well.
  // CHECK: wave.register {{.*}} : <[T = "ceildiv(K, 8)"], f32>
  %1 = wave.register 0.0 : f32 : !wave.tile<[T], f32>
  // CHECK: %[[STEPS:.*]] = wave.index "ceildiv(K, 16)"
  // CHECK: wave.iterate K at %K count %[[STEPS]]
  wave.iterate K {
    // CHECK: %[[AT_M2:.*]] = wave.index "$0 * 16" (%WORKGROUP_0)
    // CHECK: %[[AT_K:.*]] = wave.index "$0 * 16" (%K)
    // CHECK: wave.read %a at [%[[AT_M2]], %[[AT_K]]] : <[M = M, K = K], f32> -> <[M = 16, K = 16], f32>
    %2 = wave.read %a : !wave.memory<[M, K], f32> -> !wave.tile<[M, K], f32>
    wave.yield
  }
}
