//===- NoEpilogue.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/NoEpilogue.h"

#include "analysis/Nodes.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Schedule.h"

using namespace mlir;

namespace wave {

using analysis::LoopSchedule;

static LogicalResult refuseEpilogue(const LoopSchedule &schedule, Operation *op,
                                    const Twine &effect) {
  ir::IterateOp loop = schedule.loop;
  const int64_t last = schedule.stages() - 1;
  const int64_t stage = schedule.times.lookup(op).stage;
  return ir::BrokenConstraint(op, "schedule-loop",
                              "eliminate_epilogue: " + analysis::describe(op) + " is in stage " +
                                  Twine(stage) + ", which runs " + Twine(last - stage) +
                                  (last - stage == 1 ? " time" : " times") +
                                  " after the last iteration, and " + effect)
      .note(loop.getLoc(), "the loop is here, with stages 0 to " + Twine(last))
      .help("put it into stage " + Twine(last) + ", or leave out eliminate_epilogue");
}

/// Whether nobody sees that it runs once more: it changes no memory.
static bool isUnseen(Operation *op) {
  auto access = dyn_cast<ir::AccessOpInterface>(op);
  return op->getNumRegions() == 0 && (isPure(op) || ir::insertionOf(op) ||
                                      (access && access.getTile() && !access.writesMemory()));
}

/// A role runs its stages in a loop of its own, and has no epilogue if it runs one.
static LogicalResult checkRoles(const LoopSchedule &schedule, ir::KernelOp kernel) {
  ir::IterateOp loop = schedule.loop;
  for (const ir::RoleAttr role : ir::rolesOf(kernel)) {
    Operation *first = nullptr;
    for (Operation &op : loop.getBlock()->without_terminator()) {
      if (ir::roleOf(&op) != role.getName() || !schedule.times.contains(&op))
        continue;
      first = first ? first : &op;
      const int64_t stage = schedule.times.lookup(&op).stage;
      const int64_t other = schedule.times.lookup(first).stage;
      if (stage != other)
        return ir::BrokenConstraint(&op, "schedule-loop",
                                    "eliminate_epilogue: " + analysis::describe(&op) +
                                        " is in stage " + Twine(stage) + ", and " +
                                        analysis::describe(first) + " in stage " + Twine(other) +
                                        ": beyond the last iteration role '" +
                                        role.getName().getValue() +
                                        "' would use its channels more often than the others")
            .note(first->getLoc(), "the other operation is here")
            .help("put what the role runs into one stage, or leave out eliminate_epilogue");
    }
  }
  return success();
}

LogicalResult checkNoEpilogue(const LoopSchedule &schedule) {
  ir::IterateOp loop = schedule.loop;
  const auto kernel = loop->getParentOfType<ir::KernelOp>();
  if (!schedule.hasNoEpilogue)
    return success();
  if (!ir::rolesOf(kernel).empty())
    return checkRoles(schedule, kernel);
  const int64_t last = schedule.stages() - 1;
  for (Value value : loop.getYield().getValues())
    if (Operation *op = value.getDefiningOp();
        op && schedule.times.contains(op) && schedule.times.lookup(op).stage != last)
      return refuseEpilogue(schedule, op, "makes what the loop carries");
  for (Operation &op : loop.getBlock()->without_terminator())
    if (schedule.times.contains(&op) && schedule.times.lookup(&op).stage != last && !isUnseen(&op))
      return refuseEpilogue(schedule, &op, "what it does there would be seen");
  return success();
}

} // namespace wave
