//===- PlaceBarriers.cpp - Where the waves have to meet -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the way of every tile through shared memory is explicit       (distributed)
// Gives: a barrier between any two accesses that are in conflict, and none that could be
//        taken away
//
// A barrier goes as late as it can, before the access that needs it first: that parts the
// most pairs at once.  Round the back of a loop this may leave one too many; so each is
// then taken away again if nothing comes into conflict without it.
//
//===----------------------------------------------------------------------===//

#include "analysis/Barriers.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_PLACEBARRIERS
#include "passes/Passes.h.inc"

using analysis::Conflict;

namespace {
struct PlaceBarriers : impl::PlaceBarriersBase<PlaceBarriers> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    // A barrier moves what comes behind it: one at a time.
    while (std::optional<Conflict> conflict = firstConflict())
      placeBefore(conflict->second, !isa<ir::RingType>(conflict->memory.getType()));
    SmallVector<ir::BarrierOp> barriers;
    kernel.walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
    for (ir::BarrierOp barrier : barriers)
      removeIfRedundant(barrier);
  }

private:
  std::optional<Conflict> firstConflict() {
    std::optional<Conflict> first;
    analysis::findConflicts(getOperation(), [&](const Conflict &conflict) {
      if (!first)
        first = conflict;
    });
    return first;
  }

  void placeBefore(Operation *op, bool isGlobal) {
    OpBuilder builder(op);
    // One that is there already only lacks the reach.
    if (auto before = dyn_cast_or_null<ir::BarrierOp>(op->getPrevNode()))
      return before.setGlobal(isGlobal);
    ir::BarrierOp::create(builder, op->getLoc(), isGlobal);
  }

  void removeIfRedundant(ir::BarrierOp barrier) {
    Operation *next = barrier->getNextNode(); // what it was placed before
    barrier->remove();
    if (firstConflict())
      next->getBlock()->getOperations().insert(Block::iterator(next), barrier);
    else
      barrier->destroy();
  }
};
} // namespace
} // namespace wave
