// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-resolve-hardware=chip=sm_90a --wave-distribute-tiles | FileCheck %s --check-prefixes=CHECK,HOPPER
// RUN: wave-opt %s --wave-resolve-hardware --wave-distribute-tiles | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: wave-opt %s --wave-retarget=chip=gfx942 --wave-resolve-hardware=chip=gfx942 --wave-distribute-tiles 2> %t.says | FileCheck %s --check-prefixes=CHECK,CPU
// RUN: FileCheck %s --check-prefix=SAYS < %t.says
// RUN: sed "s/per_wave 32/per_wave 64/" %s | not wave-opt --wave-resolve-hardware=chip=gfx942 2>&1 | FileCheck %s --check-prefix=REFUSED

// Grids of 4 x 2 and ceildiv(M, 32) x 3 tiles have whole clusters where there are clusters. The CPU takes no notice, and
// other chips leave them out, or refuse them.

// SAYS: remark: hardware constraint: gfx942 has no clusters, each workgroup runs for itself, instead of 4 together [retargeted]
// REFUSED: error: hardware constraint: a cluster has 4 workgroups, gfx942 has no clusters [no-clusters]
// REFUSED: help: leave workgroups_per_cluster out, or retarget in the options

// CHECK-LABEL: wave.kernel @copy
// HOPPER-NEXT:   grid [4, 4, 1]
// HOPPER:        workgroups_per_cluster = array<i64: 1, 4, 1>
// CPU-NEXT:      grid [4, 2, 1]
// CPU-NOT:       workgroups_per_cluster
wave.kernel @copy(%a: !wave.memory<[M = 100, N = 70], f32>, %c: !wave.memory<[M = 100, N = 70], f32>) {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.hardware_constraint threads_per_wave 32 {workgroups_per_cluster = array<i64: 1, 4, 1>}
  %0 = wave.read %a : <[M = 100, N = 70], f32> -> <[M, N], f32>
  wave.write %0, %c : <[M, N], f32>, <[M = 100, N = 70], f32>
}

// CHECK-LABEL: wave.kernel @open
// HOPPER-NEXT:   grid ["ceildiv(M, 64) * 2", 4, 1]
// CPU-NEXT:      grid ["ceildiv(M, 32)", 3, 1]
wave.kernel @open(%a: !wave.memory<[M = M, N = 70], f32>, %c: !wave.memory<[M = M, N = 70], f32>) {
  wave.workgroup_constraint M tile 32 dim 0
  wave.workgroup_constraint N tile 32 dim 1
  wave.hardware_constraint threads_per_wave 32 {workgroups_per_cluster = array<i64: 2, 2, 1>}
  %0 = wave.read %a : <[M = M, N = 70], f32> -> <[M, N], f32>
  wave.write %0, %c : <[M, N], f32>, <[M = M, N = 70], f32>
}
