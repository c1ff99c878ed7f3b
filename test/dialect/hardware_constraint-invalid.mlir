// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// hardware_constraint C1
wave.kernel @k() {
  // expected-error @below {{hardware constraint: threads_per_wave is 0 [hardware_constraint-c1]}}
  // expected-note @unknown {{help: a wave has at least 1 thread}}
  wave.hardware_constraint threads_per_wave 0
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: threads_per_wave is -64 [hardware_constraint-c1]}}
  wave.hardware_constraint threads_per_wave -64
}

// -----

// hardware_constraint C2
wave.kernel @k() {
  // expected-error @below {{hardware constraint: waves_per_block is (2, 2), expected three numbers of at least 1 [hardware_constraint-c2]}}
  // expected-note @unknown {{help: write 1 for a dimension that is not used}}
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 2>}
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: waves_per_block is (2, 0, 1), expected three numbers of at least 1 [hardware_constraint-c2]}}
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 0, 1>}
}

// -----

// hardware_constraint C3
wave.kernel @k() {
  // expected-error @below {{hardware constraint: there is no matrix instruction F32_16x16x16_F61 [hardware_constraint-c3]}}
  // expected-note @unknown {{help: did you mean F32_16x16x16_F16?}}
  wave.hardware_constraint threads_per_wave 64 {mma_type = "F32_16x16x16_F61"}
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: there is no matrix instruction hmma [hardware_constraint-c3]}}
  wave.hardware_constraint threads_per_wave 64 {mma_type = "hmma"}
}

// -----

// hardware_constraint C4
wave.kernel @k() {
  // expected-error @below {{hardware constraint: workgroups_per_cluster is (2, 2), expected three numbers of at least 1, at most 8 workgroups in all [hardware_constraint-c4]}}
  // expected-note @unknown {{help: write 1 for a dimension along which workgroups need not run together}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 2, 2>}
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: workgroups_per_cluster is (2, 0, 1), expected three numbers of at least 1, at most 8 workgroups in all [hardware_constraint-c4]}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 2, 0, 1>}
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: workgroups_per_cluster is (4, 4, 1), expected three numbers of at least 1, at most 8 workgroups in all [hardware_constraint-c4]}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 4, 4, 1>}
}

// -----

wave.kernel @k() {
  // expected-error @below {{hardware constraint: workgroups_per_cluster is (4611686018427387904, 4, 1), expected three numbers of at least 1, at most 8 workgroups in all [hardware_constraint-c4]}}
  wave.hardware_constraint threads_per_wave 64 {workgroups_per_cluster = array<i64: 4611686018427387904, 4, 1>}
}
