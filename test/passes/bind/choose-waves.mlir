// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More waves share tiles that a lane cannot hold; what fits stays as it is.
//
// RUN: wave-opt %s --split-input-file --wave-choose-waves=chip=sm_90a | FileCheck %s
// RUN: wave-opt %s --split-input-file --wave-choose-waves=chip=sm_90a 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: wave-opt %s --split-input-file --wave-choose-waves='chip=sm_90a may=false' 2>&1 | FileCheck %s --check-prefix=LEFT --implicit-check-not=remark:
// RUN: wave-opt %s --split-input-file --wave-choose-waves=chip=cpu 2>&1 | FileCheck %s --check-prefix=CPU --implicit-check-not=remark:
// CPU-LABEL: wave.kernel @sums
// CPU-NOT:     wave.wave_constraint
// CPU-LABEL: wave.kernel @written

// Sums take 64 * 256 * 4 / 32 / 4 = 512 registers of a lane, 128 of each with four waves.
// CHECK-LABEL: wave.kernel @sums
// CHECK:         wave.workgroup_constraint M tile 64 dim 0
// CHECK-NEXT:    wave.wave_constraint M tile 16
// CHECK-NEXT:    wave.workgroup_constraint N tile 256 dim 1
// CHECK-NOT:     wave.wave_constraint N
// LEFT-LABEL:  wave.kernel @sums
// LEFT:          wave.wave_constraint M tile 16
wave.kernel @sums(%a: !wave.memory<[M = 64, K = 16], f16>, %b: !wave.memory<[N = 256, K = 16], f16>, %c: !wave.memory<[M = 64, N = 256], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 256 dim 1
  %0 = wave.read %a : <[M = 64, K = 16], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 256, K = 16], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c : <[M, N], f32>, <[M = 64, N = 256], f32>
}

// -----

// CHECK-LABEL: wave.kernel @fits
// CHECK-NOT:     wave.wave_constraint
wave.kernel @fits(%a: !wave.memory<[M = 64, K = 16], f16>, %b: !wave.memory<[N = 64, K = 16], f16>, %c: !wave.memory<[M = 64, N = 64], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  wave.workgroup_constraint N tile 64 dim 1
  %0 = wave.read %a : <[M = 64, K = 16], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 64, K = 16], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c : <[M, N], f32>, <[M = 64, N = 64], f32>
}

// -----

// No wave may have fewer than the 16 rows of an instruction, and none shares the columns.
// CHECK-LABEL: wave.kernel @never
// CHECK-NOT:     wave.wave_constraint
wave.kernel @never(%a: !wave.memory<[M = 16, K = 16], f16>, %b: !wave.memory<[N = 1024, K = 16], f16>, %c: !wave.memory<[M = 16, N = 1024], f32>) {
  wave.workgroup_constraint M tile 16 dim 0
  %0 = wave.read %a : <[M = 16, K = 16], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 1024, K = 16], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c : <[M, N], f32>, <[M = 16, N = 1024], f32>
}

// -----

// What the kernel says of waves makes way, with a remark, where it may.
// REMARK:        remark: hardware constraint: 8 waves, 16 of M by 256 of N each, share the tiles of a workgroup instead of 2, in which a lane would hold tiles in {{[0-9]+}} registers; on sm_90a it has 255 [retargeted]
// CHECK-LABEL: wave.kernel @written
// CHECK:         wave.wave_constraint M tile 16
// CHECK:         waves_per_block = array<i64: 8, 1, 1>
// LEFT-LABEL:  wave.kernel @written
// LEFT:          wave.wave_constraint M tile 64
// LEFT:          waves_per_block = array<i64: 2, 1, 1>
wave.kernel @written(%a: !wave.memory<[M = 128, K = 16], f16>, %b: !wave.memory<[N = 256, K = 16], f16>, %c: !wave.memory<[M = 128, N = 256], f32>) {
  wave.workgroup_constraint M tile 128 dim 0
  wave.workgroup_constraint N tile 256 dim 1
  wave.wave_constraint M tile 64
  wave.hardware_constraint threads_per_wave 32 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.read %a : <[M = 128, K = 16], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 256, K = 16], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c : <[M, N], f32>, <[M = 128, N = 256], f32>
}

// -----

// Of what never fits a lane lacks least with as many waves as instructions divide the rows.
// CHECK-LABEL: wave.kernel @least
// CHECK:         wave.wave_constraint M tile 16
wave.kernel @least(%a: !wave.memory<[M = 64, K = 16], f16>, %b: !wave.memory<[N = 1024, K = 16], f16>, %c: !wave.memory<[M = 64, N = 1024], f32>) {
  wave.workgroup_constraint M tile 64 dim 0
  %0 = wave.read %a : <[M = 64, K = 16], f16> -> <[M, K], f16>
  %1 = wave.read %b : <[N = 1024, K = 16], f16> -> <[N, K], f16>
  %2 = wave.register 0.0 : f32 : <[M, N], f32>
  %3 = wave.mma %0, %1, %2 : <[M, K], f16>, <[N, K], f16>, <[M, N], f32>
  wave.write %3, %c : <[M, N], f32>, <[M = 64, N = 1024], f32>
}
