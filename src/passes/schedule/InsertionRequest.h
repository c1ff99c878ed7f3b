//===- InsertionRequest.h - Where a schedule inserts what -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "mlir/IR/OwningOpRef.h"

#include "dialect/Schedule.h"
#include "passes/schedule/ScheduleCall.h"

namespace wave {

/// insert_before(node, what) and its like: an operation for each of what is inserted.
struct InsertionRequest {
  std::string function; ///< "insert_before"
  ir::Insertion where;
  analysis::Node anchor; ///< the node, or the loop
  mlir::OwningOpRef<mlir::Operation *> op;
};

/// The requests of a call; none where the selection has nothing on this target, as a remark says.
/// Throws ScheduleRefused.
std::vector<InsertionRequest> insertionsOf(ScheduleCall &call, ir::Insertion where,
                                           const analysis::NodeList &nodes,
                                           const schedule::Term &what);

/// The one operation beside which, or the loop in whose trips, something is inserted: in all trips
/// that have it, or once for each trip of one part that is selected; none where the target has
/// nothing there, as a remark says.  Throws ScheduleRefused.
analysis::NodeList anchorsAmong(const ScheduleCall &call, ir::Insertion where,
                                const analysis::NodeList &nodes);

/// Refuses a barrier of the workgroup beside, or in, what the waves of a role run: they synchronise
/// without the others.  `what` begins the message.  Throws ScheduleRefused.
void checkNoRole(ir::KernelOp kernel, mlir::Operation *anchor, mlir::Location at,
                 const llvm::Twine &what);

/// Inserts them, in order: what is inserted at one place stands after what was inserted there
/// earlier.  A barrier that not all waves of the workgroup reach is
/// refused.  Throws ScheduleRefused.
void writeInsertions(ir::KernelOp kernel, std::vector<InsertionRequest> requests);

} // namespace wave
