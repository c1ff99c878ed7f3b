//===- Hints.cpp - How waves are to issue their instructions: verifiers ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"

using namespace mlir;

namespace wave::ir {

LogicalResult SchedGroupBarrierOp::verify() {
  // C1
  if (llvm::popcount(static_cast<uint32_t>(getInstructions())) != 1)
    return BrokenConstraint(
               *this, "sched_group_barrier-c1",
               "sched_group_barrier (C1): a group is of one class of instructions, not of " +
                   Twine(llvm::popcount(static_cast<uint32_t>(getInstructions()))))
        .help("write a sched_group_barrier for each class");
  // C2
  if (static_cast<int32_t>(getCount()) < 1)
    return BrokenConstraint(*this, "sched_group_barrier-c2",
                            "sched_group_barrier (C2): count is " +
                                Twine(static_cast<int32_t>(getCount())))
        .help("a group has at least 1 instruction");
  // C3
  if (static_cast<int32_t>(getSync()) < 0)
    return BrokenConstraint(*this, "sched_group_barrier-c3",
                            "sched_group_barrier (C3): sync is " +
                                Twine(static_cast<int32_t>(getSync())))
        .help("number the sequences of groups from 0");
  return success();
}

LogicalResult SetPriorityOp::verify() {
  // C1
  if (const auto priority = static_cast<int64_t>(getPriority()); priority < 0 || priority > most)
    return BrokenConstraint(*this, "set_priority-c1",
                            "set_priority (C1): priority is " + Twine(priority))
        .help("priorities are 0 to " + Twine(most) + ", the highest");
  return success();
}

LogicalResult WaitCountersOp::verify() {
  // C1
  if (!getVmcnt() && !getLgkmcnt())
    return BrokenConstraint(*this, "wait_counters-c1", "wait_counters (C1): it counts nothing")
        .help("write vmcnt, lgkmcnt, or both");
  // C2
  const auto check = [&](std::optional<uint64_t> count, StringRef name, int64_t most) {
    const auto number = static_cast<int64_t>(count.value_or(0));
    if (number >= 0 && number <= most)
      return success();
    return LogicalResult(BrokenConstraint(*this, "wait_counters-c2",
                                          "wait_counters (C2): " + name + " is " + Twine(number))
                             .help(name + " counts 0 to " + Twine(most)));
  };
  return failure(failed(check(getVmcnt(), "vmcnt", mostVmcnt)) ||
                 failed(check(getLgkmcnt(), "lgkmcnt", mostLgkmcnt)));
}

} // namespace wave::ir
