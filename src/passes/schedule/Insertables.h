//===- Insertables.h - What schedules insert, in their language -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   barrier()                                      wave.barrier
//   set_priority(1)                                wave.set_priority 1
//   sched_barrier(), sched_barrier(VALU, DS_READ)  wave.sched_barrier
//   sched_group_barrier(MFMA, 4, sync=0)           wave.sched_group_barrier
//   wait(vmcnt=4, lgkmcnt=0)                       wave.wait_counters
//
//===----------------------------------------------------------------------===//

#pragma once

#include "passes/schedule/ScheduleCall.h"

namespace wave {

/// Whether a function of that name makes an operation to insert.
bool isInsertable(llvm::StringRef function);

/// The operation that a call inside of another one stands for, in no block yet.  Throws
/// ScheduleRefused.
mlir::OwningOpRef<mlir::Operation *> insertableOf(const schedule::Call &call,
                                                  const ScheduleCall &outer);

/// The call that stands for the operation.
schedule::Call callOf(mlir::Operation *inserted);

} // namespace wave
