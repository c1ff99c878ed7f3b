// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --verify-diagnostics --wave-verify-form=form=scheduled

wave.kernel @no_role() bindings {M = 64} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 128 {waves_per_block = array<i64: 1, 1, 1>}
  %0 = wave.allocate "a" : <1, [M = 64, K = 16], f16>
  // expected-error @below {{wave.view: not in the form scheduled: what is read by descriptor is read in a role from the form scheduled on [normal-form]}}
  // expected-note @unknown {{help: write it in that form, or start from the traced one}}
  %1 = wave.view %0 : <1, [M = 64, K = 16], f16> -> <1, [M = 64, K = 16], f16>
}
