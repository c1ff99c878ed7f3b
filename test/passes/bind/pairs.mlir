// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which products are those of pairs of workgroups, where none is named, and why others are not.
//
// RUN: wave-opt %s --split-input-file --wave-resolve-hardware=chip=sm_100a 2> %t.says | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS < %t.says

// Two workgroups with the same right operand.
// CHECK-LABEL: wave.kernel @pair
// CHECK: mma_type = "F32_256x64x16_F16"
wave.kernel @pair(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// The first dimension along which a cluster has several.
// CHECK-LABEL: wave.kernel @square
// CHECK: mma_type = "F32_256x64x16_F16"
wave.kernel @square(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 4, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK-LABEL: wave.kernel @along_the_second
// CHECK: mma_type = "F32_256x64x16_F16"
wave.kernel @along_the_second(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 1
  wave.workgroup_constraint N tile 64 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 1, 2, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// CHECK-LABEL: wave.kernel @across
// CHECK: mma_type = "F32_256x128x16_F16"
wave.kernel @across(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 128 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[K = 64, N = 256], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[K, N], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[K, N], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// Workgroups that run alone have nothing to say about.
// CHECK-LABEL: wave.kernel @alone
// CHECK: mma_type = "F32_128x64x16_F16"
wave.kernel @alone(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 1, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// SAYS: remark: each workgroup of a cluster issues its own MMAs, not in CTA pairs: a pair differs along dimension 0 of the grid, along which a cluster has 4 workgroups, not 2 [not-paired]
// CHECK-LABEL: wave.kernel @four
// CHECK: mma_type = "F32_128x64x16_F16"
wave.kernel @four(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 4, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// SAYS: remark: each workgroup of a cluster issues its own MMAs, not in CTA pairs: its workgroups have different columns: N is distributed over dimension 0, along which they differ [not-paired]
// CHECK-LABEL: wave.kernel @columns
// CHECK: mma_type = "F32_128x64x16_F16"
wave.kernel @columns(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 1
  wave.workgroup_constraint N tile 64 dim 0
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// 64 rows of each.
// CHECK-LABEL: wave.kernel @rows
// CHECK: mma_type = "F32_128x64x16_F16_PAIR"
wave.kernel @rows(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// Several instructions.
// CHECK-LABEL: wave.kernel @three
// CHECK: mma_type = "F32_128x64x16_F16_PAIR"
wave.kernel @three(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 192 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// SAYS: remark: each workgroup of a cluster issues its own MMAs, not in CTA pairs: lanes load half of the columns of a row each where a workgroup has 64 rows in it, and waves share out N [not-paired]
// CHECK-LABEL: wave.kernel @waves
// CHECK: mma_type = "F32_64x64x16_F16"
wave.kernel @waves(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.wave_constraint N tile 32
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// A lane has the whole row.
// CHECK-LABEL: wave.kernel @shared_out
// CHECK: mma_type = "F32_256x64x16_F16"
wave.kernel @shared_out(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.wave_constraint N tile 32
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// SAYS: remark: each workgroup of a cluster issues its own MMAs, not in CTA pairs: it has a multiple of 32 columns, 256 at most, and the tile has 48 of N [not-paired]
// CHECK-LABEL: wave.kernel @few
// CHECK: mma_type = "F32_128x48x16_F16"
wave.kernel @few(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 48 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %9 = wave.mma %2, %3, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}

// -----

// SAYS: remark: each workgroup of a cluster issues its own MMAs, not in CTA pairs: rhs is not read from a SHARED memory as the right operand of MMAs alone [not-paired]
// CHECK-LABEL: wave.kernel @computed
// CHECK: mma_type = "F32_128x64x16_F16"
wave.kernel @computed(%a: !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE>, %b: !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 512, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.tiling_constraint K tile 16
  wave.hardware_constraint threads_per_wave 128 {workgroups_per_cluster = array<i64: 2, 1, 1>}
  %0 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %1 = wave.iterate K iter_args(%acc = %0) -> !wave.tile<[M, N], f32> {
    %2 = wave.read %a : !wave.memory<[M = 512, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[M, K], f16>
    %3 = wave.read %b : !wave.memory<[N = 256, K = 64], f16, SHARED_ADDRESS_SPACE> -> !wave.tile<[N, K], f16>
    %8 = wave.unary exp2 %3 : <[N, K], f16> -> <[N, K], f16>
    %9 = wave.mma %2, %8, %acc : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
    wave.yield %9 : !wave.tile<[M, N], f32>
  }
  wave.write %1, %c : <[M, N], f32>, <[M = 512, N = 256], f32>
}
