// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-erase-hints=chip=sm_90a --verify-diagnostics | FileCheck %s

// One remark names what the chip does not take; a barrier is no hint.
// CHECK-LABEL: wave.kernel @hints
// CHECK: grid
// CHECK-NEXT: wave.barrier
// CHECK-NEXT: {{^ *[}]$}}
wave.kernel @hints(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-remark @below {{set_priority, sched_barrier, sched_group_barrier, wait have no effect on sm_90a [hint-unused]}}
  wave.set_priority 1
  wave.barrier {wave.inserted = #wave.inserted<before>}
  wave.sched_barrier
  wave.sched_group_barrier <mfma> count 1 sync 0
  wave.wait_counters vmcnt 0
  wave.set_priority 0
}

// -----

// CHECK-LABEL: wave.kernel @one
// CHECK: grid
// CHECK-NEXT: {{^ *[}]$}}
wave.kernel @one(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  // expected-remark @below {{set_priority has no effect on sm_90a [hint-unused]}}
  wave.set_priority 1
}

// -----

// No remark where there is nothing to erase.
wave.kernel @none(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
}
