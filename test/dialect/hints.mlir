// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file | wave-opt --split-input-file | FileCheck %s
// RUN: wave-opt %s --split-input-file --canonicalize --cse | FileCheck %s

// No pass moves or erases a hint, and none takes two equal ones for one.
// CHECK-LABEL: wave.kernel @hints
// CHECK: grid
// CHECK-NEXT: wave.sched_barrier
// CHECK-NEXT: wave.sched_barrier
// CHECK-NEXT: wave.sched_barrier allow <valu, ds_read>
// CHECK-NEXT: wave.sched_barrier tuples
// CHECK-NEXT: wave.sched_group_barrier <mfma> count 4 sync 0
// CHECK-NEXT: wave.sched_group_barrier <mfma> count 4 sync 0
// CHECK-NEXT: wave.set_priority 3
// CHECK-NEXT: wave.set_priority 0
// CHECK-NEXT: wave.wait_counters vmcnt 63
// CHECK-NEXT: wave.wait_counters lgkmcnt 15
// CHECK-NEXT: wave.wait_counters vmcnt 0 lgkmcnt 0
// CHECK-NEXT: wave.barrier {wave.inserted = #wave.inserted<before>}
// CHECK-NEXT: wave.barrier half <first> global copies
// CHECK-NEXT: wave.barrier half <second>{{$}}
// CHECK-NEXT: wave.set_priority 1 {wave.inserted = #wave.inserted<after>}
wave.kernel @hints(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  wave.sched_barrier
  wave.sched_barrier
  wave.sched_barrier allow <valu, ds_read>
  wave.sched_barrier tuples
  wave.sched_group_barrier <mfma> count 4 sync 0
  wave.sched_group_barrier <mfma> count 4 sync 0
  wave.set_priority 3
  wave.set_priority 0
  wave.wait_counters vmcnt 63
  wave.wait_counters lgkmcnt 15
  wave.wait_counters vmcnt 0 lgkmcnt 0
  wave.barrier {wave.inserted = #wave.inserted<before>}
  wave.barrier half <first> global copies
  wave.barrier half <second>
  wave.set_priority 1 {wave.inserted = #wave.inserted<after>}
}
