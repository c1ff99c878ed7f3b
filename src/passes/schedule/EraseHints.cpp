//===- EraseHints.cpp - Hints that the chip does not take -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: what schedules have inserted                                 (scheduled)
// Gives: the same without hints that the chip does not take; a remark names them once
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "passes/schedule/Insertables.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ERASEHINTS
#include "passes/Passes.h.inc"

namespace {

struct EraseHints : impl::EraseHintsBase<EraseHints> {
  using EraseHintsBase::EraseHintsBase;

  void runOnOperation() override {
    const machine::Chip *known = machine::chipNamed(chip.getValue());
    if (!known) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are " + machine::processorsOf(~0u)));
      return signalPassFailure();
    }
    SmallVector<Operation *> erased;
    getOperation().walk([&](Operation *op) {
      if (ir::isHint(op) && !(known->hints & kindOf(op)))
        erased.push_back(op);
    });
    if (erased.empty())
      return;
    std::vector<std::string> names; // as schedules call them
    for (Operation *op : erased)
      if (std::string name = callOf(op).function; !llvm::is_contained(names, name))
        names.push_back(std::move(name));
    ir::BrokenConstraint(erased.front(), "hint-unused",
                         llvm::join(names, ", ") + (names.size() == 1 ? " has" : " have") +
                             " no effect on " + std::string(known->processor))
        .remark();
    for (Operation *op : erased)
      op->erase();
  }

private:
  static machine::Hint kindOf(Operation *op) {
    return isa<ir::SetPriorityOp>(op)    ? machine::PriorityHint
           : isa<ir::WaitCountersOp>(op) ? machine::WaitHint
                                         : machine::OrderHint;
  }
};

} // namespace
} // namespace wave
