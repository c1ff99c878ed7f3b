// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mapping that follows the dimensions by name becomes part of the starts; any other one stays, and
// starts are those of the tile.
//
// RUN: wave-opt %s --wave-bind-symbols='subs=M=96;N=40;P=40;Q=96;A=5' --wave-resolve-hardware --wave-distribute-tiles --wave-verify-form=form=bound 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks

// CHECK-LABEL: wave.kernel @mappings
wave.kernel @mappings(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[P, Q], f32>, %c: !wave.memory<[M, N], f32>, %d: !wave.memory<[A, M, N], f32>) {
  wave.workgroup_constraint M tile 32 dim 0
  // CHECK-DAG: %[[M:.*]] = wave.index "$0 * 32" (%WORKGROUP_0)
  // CHECK: wave.read %a at [%[[M]], %c1] mapped [N] fill 2.000000e+00 : f32 : {{.*}} -> <[M = 32, N = 40], f32>
  // REMARK: remark: read: a part of each tile lies outside the memory: the coordinate of N of its last element is 40, which is not below 40 [mapping-outside]
  %0 = wave.read %a mapping ["$i0", "$i1 + 1"] fill 2.0 : f32 : <[M, N], f32> -> <[M, N], f32>
  // What nothing moves has no fill value left.
  // CHECK: wave.read %a at [%{{.*}}, %c0] : {{.*}} -> <[M = 32, N = 40], f32>
  %1 = wave.read %a mapping ["$i0", "$i1"] fill 2.0 : f32 : <[M, N], f32> -> <[M, N], f32>
  // CHECK: wave.read %b at [%{{.*}}, %c0] mapping ["$i1", "$i0 % 7"] : <[P = 40, Q = 96], f32> -> <[M = 32, N = 40], f32>
  %2 = wave.read %b mapping ["$i1", "$i0 % 7"] : <[P, Q], f32> -> <[M, N], f32>
  // REMARK: remark: read: a part of each tile lies outside the memory: the coordinate of P of its first element is -1, which is below 0 [mapping-outside]
  %3 = wave.read %b mapping ["2 * $i1 - 1", "0"] : <[P, Q], f32> -> <[M, N], f32>
  // A coordinate that is the same for all elements is where the tile begins.
  // CHECK: wave.read %d at [%WORKGROUP_0, %{{.*}}, %c3] mapped [A, N] dropped [A] : <[A = 5, M = 96, N = 40], f32> -> <[M = 32, N = 40], f32>
  // REMARK: remark: read: a part of each tile lies outside the memory: the coordinate of N of its last element is 42, which is not below 40 [mapping-outside]
  %id = wave.workgroup_id 0
  %7 = wave.read %d mapping ["$0", "$i0", "$i1 + 3"] (%id) : <[A, M, N], f32> -> <[M, N], f32>
  // CHECK: wave.write %{{.*}}, %d at [%c2, %{{.*}}, %c0] mapped [A] dropped [A] : <[M = 32, N = 40], f32>, <[A = 5, M = 96, N = 40], f32>
  wave.write %7, %d mapping ["2", "$i0", "$i1"] : <[M, N], f32>, <[A, M, N], f32>
  %4 = wave.add %0, %1 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %5 = wave.add %2, %3 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  %6 = wave.add %4, %5 : <[M, N], f32>, <[M, N], f32> -> <[M, N], f32>
  wave.write %6, %c : <[M, N], f32>, <[M, N], f32>
  // CHECK: wave.write %{{.*}}, %b at [%{{.*}}, %c0] mapping ["$i1", "$i0"] : <[M = 32, N = 40], f32>, <[P = 40, Q = 96], f32>
  wave.write %6, %b mapping ["$i1", "$i0"] : <[M, N], f32>, <[P, Q], f32>
}
