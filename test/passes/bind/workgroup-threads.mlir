// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-resolve-hardware=chip=gfx942
// RUN: wave-opt %s --wave-resolve-hardware 2>&1 | FileCheck %s

// The CPU's workgroups have no threads.
// CHECK: waves_per_block = array<i64: 2, 10, 1>
wave.kernel @rows(%a: !wave.memory<[M = 256, N = 5000], f32>) {
  wave.workgroup_constraint M tile 8 dim 0
  // expected-note @below {{workgroup dimension 0: M, 8 / 4 = 2 waves}}
  wave.wave_constraint M tile 4
  // expected-error @below {{wave constraint: a workgroup has 20 waves of 64 threads = 1280, gfx942 runs at most 1024 [workgroup-threads]}}
  // expected-note @unknown {{help: give each wave more: there may be 16 waves}}
  // expected-note @below {{workgroup dimension 1: N, ceildiv(5000, 512) = 10 waves}}
  wave.wave_constraint N tile 512
  wave.hardware_constraint threads_per_wave 64
}
