// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --verify-diagnostics

// sched_group_barrier C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{sched_group_barrier (C1): a group is of one class of instructions, not of 2 [sched_group_barrier-c1]}}
  // expected-note @unknown {{help: write a sched_group_barrier for each class}}
  wave.sched_group_barrier <mfma, ds_read> count 1 sync 0
}

// -----

// sched_group_barrier C2
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{sched_group_barrier (C2): count is 0 [sched_group_barrier-c2]}}
  // expected-note @unknown {{help: a group has at least 1 instruction}}
  wave.sched_group_barrier <mfma> count 0 sync 0
}

// -----

// sched_group_barrier C3
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{sched_group_barrier (C3): sync is -1 [sched_group_barrier-c3]}}
  // expected-note @unknown {{help: number the sequences of groups from 0}}
  wave.sched_group_barrier <mfma> count 1 sync -1
}

// -----

// set_priority C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{set_priority (C1): priority is 4 [set_priority-c1]}}
  // expected-note @unknown {{help: priorities are 0 to 3, the highest}}
  wave.set_priority 4
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{set_priority (C1): priority is -1 [set_priority-c1]}}
  wave.set_priority -1
}

// -----

// wait_counters C1
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{wait_counters (C1): it counts nothing [wait_counters-c1]}}
  // expected-note @unknown {{help: write vmcnt, lgkmcnt, or both}}
  wave.wait_counters
}

// -----

// wait_counters C2
wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{wait_counters (C2): vmcnt is 64 [wait_counters-c2]}}
  // expected-note @unknown {{help: vmcnt counts 0 to 63}}
  wave.wait_counters vmcnt 64
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{wait_counters (C2): lgkmcnt is 16 [wait_counters-c2]}}
  // expected-note @unknown {{help: lgkmcnt counts 0 to 15}}
  wave.wait_counters vmcnt 0 lgkmcnt 16
}

// -----

// What is inserted is a barrier or a hint, and of a loop only in one.
wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{register: its attribute wave.inserted is part of no schedule: it is no #wave.inserted of a barrier or a hint [schedule-attribute]}}
  // expected-note @unknown {{help: leave the attributes of schedules to wave-build-schedule}}
  %0 = wave.register 0.0 : f32 {wave.inserted = #wave.inserted<before>} : <[M = 8], f32>
}

// -----

wave.kernel @k(%a: !wave.memory<[M = 8], f32>) bindings {M = 8} grid [1, 1, 1] {
  // expected-error @below {{set_priority: its attribute wave.inserted is part of no schedule: the operation is in no loop [schedule-attribute]}}
  wave.set_priority 1 {wave.inserted = #wave.inserted<end>}
}
