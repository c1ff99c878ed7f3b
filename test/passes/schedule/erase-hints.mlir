// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: wave-opt %s --wave-erase-hints=chip=gfx950 --verify-diagnostics | FileCheck %s --check-prefix=ALL

// A chip that takes them keeps them all.
// ALL: wave.set_priority 1
// ALL: wave.sched_barrier
// ALL: wave.wait_counters vmcnt 0
wave.kernel @hints(%a: !wave.memory<[M = 8], f16>) bindings {M = 8} grid [1, 1, 1] {
  wave.set_priority 1
  wave.barrier {wave.inserted = #wave.inserted<before>}
  wave.sched_barrier
  wave.wait_counters vmcnt 0
}
