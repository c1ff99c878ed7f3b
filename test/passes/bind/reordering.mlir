// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=32; N=64; GROUP=3"},wave-distribute-tiles))' \
// RUN:   | FileCheck %s
// RUN: wave-opt %s --pass-pipeline='builtin.module(wave.kernel(wave-bind-symbols{subs="M=32; N=64; GROUP=3"},wave-distribute-tiles{anywhere}))' \
// RUN:   | FileCheck %s --check-prefix=ANYWHERE

// Where nobody checks coverage all that a reordering moves is masked.
// ANYWHERE: wave.read %a at [{{.*}}] mapped [M, N]
// ANYWHERE: wave.write %{{.*}}, %b at [{{.*}}] mapped [M, N]

// Both reorderings apply at once, to the ids that the hardware gives.  The grid stays.

// CHECK-LABEL: wave.kernel @swap
// CHECK:         grid [8, 16, 1]
// CHECK:         wave.reordering_constraint WORKGROUP_1 dim 0
// CHECK:         wave.reordering_constraint "(WORKGROUP_0 + 3) % 8" dim 1
// CHECK:         %[[M:.*]] = wave.index "$0 * 4" (%WORKGROUP_1)
// CHECK:         %[[N:.*]] = wave.index "($0 + 3) % 8 * 4" (%WORKGROUP_0)
// CHECK:         wave.read %a at [%[[M]], %[[N]]]
// CHECK:         wave.write %{{.*}}, %b at [%[[M]], %[[N]]]
wave.kernel @swap(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  wave.reordering_constraint WORKGROUP_1 dim 0
  wave.reordering_constraint "(WORKGROUP_0 + GROUP) % 8" dim 1
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %b : <[M, N], f32>, <[M, N], f32>
}

// What the body calls WORKGROUP_d is the index of the tile; both are replaced at once.

// CHECK-LABEL: wave.kernel @named
// CHECK:         %[[OFFSET:.*]] = wave.index "$0 * 10 + ($1 + 3) % 8" (%WORKGROUP_1, %WORKGROUP_0)
// CHECK:         %[[INDEX:.*]] = wave.index "($0 + 3) % 8" (%WORKGROUP_0)
// CHECK:         wave.iterate T at %{{.*}} from %[[INDEX]] while "$0 < $1" (%[[OFFSET]])
wave.kernel @named(%a: !wave.memory<[M, N], f32>, %b: !wave.memory<[M, N], f32>) {
  wave.workgroup_constraint M tile 4 dim 0
  wave.workgroup_constraint N tile 4 dim 1
  wave.tiling_constraint T tile 1
  wave.reordering_constraint WORKGROUP_1 dim 0
  wave.reordering_constraint "(WORKGROUP_0 + GROUP) % 8" dim 1
  %0 = wave.read %a : <[M, N], f32> -> <[M, N], f32>
  wave.write %0, %b : <[M, N], f32>, <[M, N], f32>
  %m = wave.workgroup_id 0
  %n = wave.workgroup_id 1
  %offset = wave.index "$0 * 10 + $1" (%m, %n)
  wave.iterate T at %t from %n while "$0 < $1" (%offset) {
    %next = wave.index "$0 + 1" (%t)
    wave.yield next %next
  }
}
