//===- ScheduleRepair.h - The smallest change that makes a schedule legal -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/MapVector.h"

#include "analysis/LoopSchedule.h"

namespace wave::analysis {

/// Changes of a schedule, each a line of it.
struct Repair {
  llvm::MapVector<mlir::Operation *, LoopSchedule::Time> moves;
  llvm::MapVector<mlir::Operation *, LoopSchedule::Time> arrivals; ///< of copies
  llvm::MapVector<mlir::Value, int64_t> buffers;                   ///< rings that need more slots
};

/// The fewest changes with which every dependence is kept: more slots, or one operation at another
/// time, the nearest; or else `to` of a violation, and all that depends on it, as late as that
/// takes.  Nothing where that does not end.
std::optional<Repair> repairOf(const LoopSchedule &schedule,
                               mlir::ArrayRef<LoopDependence> dependences, SlotsOf slots);

} // namespace wave::analysis
