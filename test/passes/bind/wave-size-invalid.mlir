// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-resolve-hardware=chip=sm_90a
// RUN: wave-opt %s --wave-resolve-hardware | FileCheck %s

// Waves of a warpgroup multiply, or are none. The CPU's have no lanes.
// CHECK: threads_per_wave 128
wave.kernel @warpgroup_without_product(%a: !wave.memory<[M = 64], f16>) {
  // expected-error @below {{hardware constraint: threads_per_wave is 128, a wave of sm_90a has 32 threads [threads-per-wave]}}
  // expected-note @unknown {{help: set threads_per_wave to 32, or retarget in the options}}
  wave.hardware_constraint threads_per_wave 128
}
