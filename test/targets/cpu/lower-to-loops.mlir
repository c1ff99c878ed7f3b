// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-cpu-lower-to-loops=isa=128-bit | FileCheck %s

// A tile that reaches over the edge is cut where the memory ends: 10 - 4 * workgroup
// elements, at most 4.

// CHECK-LABEL: func.func @edge(
// CHECK-SAME:    %[[ARGUMENTS:.*]]: !llvm.ptr, %[[WORKSPACE:.*]]: !llvm.ptr, %[[X:.*]]: i64, %{{.*}}: i64, %{{.*}}: i64) attributes {wave.workspace_bytes = #wave.expr<64>} {
// CHECK:         %[[WORKGROUP:.*]] = arith.index_cast %[[X]] : i64 to index
// CHECK:         %[[BASE:.*]] = llvm.load %[[ARGUMENTS]] : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[FIRST:.*]] = arith.muli %[[WORKGROUP]], %{{.*}} : index
// CHECK:         %[[REST:.*]] = arith.subi %{{.*}}, %[[FIRST]] : index
// CHECK:         %[[VALID:.*]] = arith.minsi %[[REST]], %{{.*}} : index
// CHECK:         scf.for {{.*}} {
// CHECK:           llvm.load {{.*}} -> vector<4xf32>
// CHECK:           llvm.store {{.*}} : vector<4xf32>, !llvm.ptr
// CHECK:         scf.for %{{.*}} = %{{.*}} to %[[VALID]]
// CHECK:           llvm.load {{.*}} -> f32
wave.kernel @edge(%a: !wave.memory<[M = 10], f32>, %b: !wave.memory<[M = 10], f32>)
    grid [3, 1, 1] {
  wave.workgroup_constraint M tile 4 dim 0
  %WORKGROUP_0 = wave.workgroup_id 0
  %m = wave.index "$0 * 4" (%WORKGROUP_0)
  %0 = wave.read %a at [%m] : <[M = 10], f32> -> <[M = 4], f32>
  wave.write %0, %b at [%m] : <[M = 4], f32>, <[M = 10], f32>
}
