// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A grid constraint takes the place of the tiles' grid: tiles begin where mappings say, and are
// whole.  Expressions are bound, and the operands that this leaves unused dropped.
//
// RUN: wave-opt %s --wave-bind-symbols='subs=M=300;K=20;CTAS=7;TILES=5;ONE=1' --wave-resolve-hardware --wave-distribute-tiles | FileCheck %s

// CHECK-LABEL: wave.kernel @persistent
// CHECK: grid [7, 1, 1]
wave.kernel @persistent(%a: !wave.memory<[M, K], f32>, %c: !wave.memory<[M, K], f32>) {
  wave.grid_constraint [CTAS]
  wave.workgroup_constraint M tile 64 dim 0
  wave.tiling_constraint T tile 1
  wave.tiling_constraint K tile 8
  %id = wave.workgroup_id 0
  // CHECK: wave.iterate T at %[[T:.*]] from %WORKGROUP_0 while "$0 < 5" {
  wave.iterate T at %t from %id while "$0 < TILES" {
    %from = wave.index "$0 * 64 + $0 % ONE" (%t) {i32}
    wave.iterate K {
      // CHECK: %[[FROM:.*]] = wave.index "$0 * 64" (%[[T]])
      // CHECK: wave.read %a at [%[[FROM]], %{{.*}}] mapped [M] : {{.*}} -> <[M = 64, K = 8], f32>
      %x = wave.read %a mapping ["$0 + $i0", "$i1"] (%from) : <[M, K], f32> -> <[M, K], f32>
      // An unmapped access of a whole tile may leave the memory as well.
      // CHECK: wave.read %a at [%c0, %{{.*}}] mapped [M] : {{.*}} -> <[M = 64, K = 8], f32>
      %y = wave.read %a : <[M, K], f32> -> <[M, K], f32>
      %z = wave.add %x, %y : <[M, K], f32>, <[M, K], f32> -> <[M, K], f32>
      // CHECK: wave.write %{{.*}}, %c at [%[[FROM]], %{{.*}}] mapped [M, K] :
      wave.write %z, %c mapping ["$0 + $i0", "$i1 + 1"] (%from) : <[M, K], f32>, <[M, K], f32>
    }
    // CHECK: %[[NEXT:.*]] = wave.index "$0 + 7" (%[[T]])
    // CHECK: wave.yield next %[[NEXT]]
    %next = wave.index "$0 + CTAS" (%t)
    wave.yield next %next
  }
}
