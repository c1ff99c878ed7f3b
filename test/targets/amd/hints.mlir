// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --split-input-file --wave-choose-paths --wave-specialise-paths --wave-amd-lower-to-lanes | FileCheck %s

// Each hint is one operation; nothing but the hint says where the order is kept in a block without MMAs.
// CHECK-LABEL: llvm.func @hints(
// CHECK: rocdl.sched.barrier 0
// CHECK-NEXT: rocdl.sched.barrier 258
// CHECK-NEXT: rocdl.sched.group.barrier 8, 4, 1
// CHECK-NEXT: rocdl.s.setprio 3
// vmcnt 37 in bits 0 to 3 and 14 to 15, exports 7 in 4 to 6, lgkmcnt 15 in 8 to 11.
// CHECK-NEXT: rocdl.s.waitcnt 36725
// CHECK-NEXT: rocdl.s.waitcnt 49279
// CHECK-NEXT: rocdl.s.waitcnt 112
// CHECK-NEXT: llvm.return
wave.kernel @hints(%a: !wave.memory<[M = 32], f16>) bindings {M = 32} grid [1, 1, 1] {
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
  wave.sched_barrier
  wave.sched_barrier allow <valu, ds_read>
  wave.sched_group_barrier <mfma> count 4 sync 1
  wave.set_priority 3
  wave.wait_counters vmcnt 37
  wave.wait_counters lgkmcnt 0
  wave.wait_counters vmcnt 0 lgkmcnt 0
}
