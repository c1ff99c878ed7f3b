// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-retarget=chip=sm_90a 2> %t.hopper | FileCheck %s --check-prefixes=CHECK,HOPPER
// RUN: FileCheck %s --check-prefix=HOPPER-SAYS < %t.hopper
// RUN: wave-opt %s --split-input-file --wave-retarget=chip=gfx942 2> %t.cdna | FileCheck %s --check-prefixes=CHECK,CDNA
// RUN: FileCheck %s --check-prefix=CDNA-SAYS < %t.cdna
// RUN: wave-opt %s --split-input-file --wave-retarget --verify-diagnostics | FileCheck %s --check-prefix=AS-WRITTEN
// RUN: wave-opt %s --split-input-file --wave-retarget='chip=sm_90a may=false' --verify-diagnostics | FileCheck %s --check-prefix=AS-WRITTEN

// A hardware constraint for CDNA.
// HOPPER-SAYS: remark: mma: sm_90a has no instruction F32_16x16x16_F16, F32_16x8x16_F16 takes its place [retargeted]
// HOPPER-SAYS: remark: hardware constraint: a wave of sm_90a has 32 threads, instead of the 64 of threads_per_wave [retargeted]
// CHECK-LABEL: wave.kernel @amd
// HOPPER:        wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 2, 1, 1>}
// HOPPER:        wave.mma %{{[0-9, %]*}} :
// CDNA:          wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 1, 1>}
// AS-WRITTEN:    wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 1, 1>}
wave.kernel @amd(%a: !wave.memory<[M = 64, K = 32], f16>, %b: !wave.memory<[N = 128, K = 32], f16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  wave.wave_constraint M tile 32
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F16", waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.read %b : !wave.memory<[N = 128, K = 32], f16> -> !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// An mma that names an instruction of NVIDIA's, and one that names none.
// CDNA-SAYS: remark: mma: gfx942 has no instruction F32_16x8x16_BF16, F32_16x16x16_BF16 takes its place [retargeted]
// CDNA-SAYS: remark: hardware constraint: a wave of gfx942 has 64 threads, instead of the 32 of threads_per_wave [retargeted]
// CHECK-LABEL: wave.kernel @nvidia
// HOPPER:        wave.hardware_constraint threads_per_wave 32
// CDNA:          wave.hardware_constraint threads_per_wave 64
// CDNA:          wave.mma %{{[0-9, %]*}} :
// HOPPER:        wave.mma {{.*}} {mma_type = "F32_16x8x16_BF16"}
wave.kernel @nvidia(%a: !wave.memory<[M = 64, K = 32], bf16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.hardware_constraint threads_per_wave 32
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], bf16> -> !wave.tile<[M, K], bf16>
  %1 = wave.register 0.0 : bf16 : !wave.tile<[N, K], bf16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 {mma_type = "F32_16x8x16_BF16"} : !wave.tile<[M, K], bf16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
  %4 = wave.mma %0, %1, %2 : !wave.tile<[M, K], bf16>, !wave.tile<[N, K], bf16>, !wave.tile<[M, N], f32>
}

// -----

// Waves of a warpgroup are Hopper's own where they multiply, and nobody's where they do not.
// CHECK-LABEL: wave.kernel @warpgroup
// HOPPER:        wave.hardware_constraint threads_per_wave 128
// CDNA:          wave.hardware_constraint threads_per_wave 64
wave.kernel @warpgroup(%a: !wave.memory<[M = 64, K = 32], f16>) {
  wave.hardware_constraint threads_per_wave 128
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// HOPPER-SAYS: remark: hardware constraint: a wave of sm_90a has 32 threads, instead of the 128 of threads_per_wave, and takes its whole tile: 4 waves divide the tile of no dimension [retargeted]
// CHECK-LABEL: wave.kernel @no_product
// HOPPER:        wave.hardware_constraint threads_per_wave 32
// CDNA:          wave.hardware_constraint threads_per_wave 64
// AS-WRITTEN-LABEL: wave.kernel @no_product
// AS-WRITTEN:    wave.hardware_constraint threads_per_wave 128
wave.kernel @no_product(%a: !wave.memory<[M = 64, K = 32], f16>) {
  wave.hardware_constraint threads_per_wave 128
}

// -----

// The instruction that is named says how many threads issue it.
// CHECK-LABEL: wave.kernel @named
// HOPPER:        wave.hardware_constraint threads_per_wave 32 {mma_type = "F32_16x8x16_F16"}
// CDNA:          wave.hardware_constraint threads_per_wave 64{{$}}
wave.kernel @named(%a: !wave.memory<[M = 64, K = 32], f16>) {
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x8x16_F16"}
  %0 = wave.read %a : !wave.memory<[M = 64, K = 32], f16> -> !wave.tile<[M, K], f16>
  %1 = wave.register 0.0 : f16 : !wave.tile<[N, K], f16>
  %2 = wave.register 0.0 : f32 : !wave.tile<[M, N], f32>
  %3 = wave.mma %0, %1, %2 : !wave.tile<[M, K], f16>, !wave.tile<[N, K], f16>, !wave.tile<[M, N], f32>
}

// -----

// Where nothing is multiplied, more waves share a tile, along the first dimension that they divide.
// HOPPER-SAYS: remark: hardware constraint: a wave of sm_90a has 32 threads, instead of the 64 of threads_per_wave: 2 waves share its tile of 8 along N [retargeted]
// CHECK-LABEL: wave.kernel @shared
// HOPPER:        wave.wave_constraint M tile 3
// HOPPER:        wave.wave_constraint N tile 4
// HOPPER:        wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 2, 4, 1>}
// CDNA:          wave.wave_constraint N tile 8
// CDNA:          wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
wave.kernel @shared(%a: !wave.memory<[M = 64, N = 32], f16>) {
  wave.workgroup_constraint M tile 6 dim 0
  wave.workgroup_constraint N tile 16 dim 1
  wave.wave_constraint M tile 3
  wave.wave_constraint N tile 8
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2, 1>}
}

// -----

// No more than a workgroup has.
// HOPPER-SAYS: remark: hardware constraint: a wave of sm_90a has 32 threads, instead of the 64 of threads_per_wave, and takes its whole tile: 64 waves are more than the 32 of a workgroup [retargeted]
// CHECK-LABEL: wave.kernel @many
// CHECK:         wave.wave_constraint M tile 2
wave.kernel @many(%a: !wave.memory<[M = 64], f16>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.wave_constraint M tile 2
  wave.hardware_constraint threads_per_wave 64
}

// -----

// Of what says nothing of waves a wave of 64 lanes is what it says.
// CHECK-LABEL: wave.kernel @rows
// HOPPER:        wave.wave_constraint M tile 8
// CDNA-NOT:      wave.wave_constraint
// CHECK:         wave.register
wave.kernel @rows(%a: !wave.memory<[M = 64], f16>) {
  wave.workgroup_constraint M tile 16 dim 0
  %0 = wave.register 0.0 : f16 : !wave.tile<[M], f16>
}

// -----

// Without a hardware constraint there is nothing to replace.
// CHECK-LABEL: wave.kernel @silent
// CHECK-NOT:     wave.hardware_constraint
wave.kernel @silent(%a: !wave.memory<[M = 64], f16>) {
}

// -----

// What is not written is the chip's, and nothing is replaced: no remark speaks of it.
// HOPPER-SAYS-NOT: remark
// CHECK-LABEL: wave.kernel @absent
// CHECK:         wave.wave_constraint M tile 2
// CHECK:         wave.hardware_constraint {waves_per_block = array<i64: 4, 1, 1>}
wave.kernel @absent(%a: !wave.memory<[M = 64], f16>) {
  wave.workgroup_constraint M tile 8 dim 0
  wave.wave_constraint M tile 2
  wave.hardware_constraint {waves_per_block = array<i64: 4, 1, 1>}
}

// -----

// A constraint that speaks of clusters alone says nothing of waves: waves share its tile as if there were none.
// CHECK-LABEL: wave.kernel @clusters_alone
// HOPPER:        wave.wave_constraint M tile 8
// HOPPER:        wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 1, 1>}
// CDNA-NOT:      wave.wave_constraint
wave.kernel @clusters_alone(%a: !wave.memory<[M = 64], f16>) {
  wave.workgroup_constraint M tile 16 dim 0
  wave.hardware_constraint {workgroups_per_cluster = array<i64: 2, 1, 1>}
}
