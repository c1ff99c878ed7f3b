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
// then taken away again if nothing comes into conflict without it, or loses reach that
// nothing needs.
//
// A barrier that a schedule has inserted stays, and gets the reach that is needed where it stands.
// None comes between an operation and the hints that a schedule has inserted before it.
//
//===----------------------------------------------------------------------===//

#include "analysis/Barriers.h"
#include "dialect/Schedule.h"
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
      placeBefore(conflict->second, conflict->reach());
    SmallVector<ir::BarrierOp> barriers;
    kernel.walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
    for (ir::BarrierOp barrier : barriers)
      weaken(barrier);
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

  /// Directly before `op`, but for indices and hints; null where there is none.
  static ir::BarrierOp barrierBefore(Operation *op) {
    do
      op = op->getPrevNode();
    while (op && (ir::isIndex(op) || ir::isHint(op)));
    return dyn_cast_or_null<ir::BarrierOp>(op);
  }

  /// `op`, or the first of the hints inserted before it.
  static Operation *firstHintOf(Operation *op) {
    Operation *first = op;
    for (Operation *other = op->getPrevNode(); other; other = other->getPrevNode())
      if (ir::isHint(other) && ir::insertionOf(other) == ir::Insertion::Before)
        first = other;
      else if (!ir::isIndex(other))
        break;
    return first;
  }

  static void placeBefore(Operation *op, analysis::Reach reach) {
    // One that is there already only lacks the reach.
    ir::BarrierOp barrier = barrierBefore(op);
    if (!barrier) {
      OpBuilder builder(firstHintOf(op));
      barrier = ir::BarrierOp::create(builder, op->getLoc(), false, false);
    }
    barrier.setGlobal(barrier.getGlobal() || reach.global);
    barrier.setCopies(barrier.getCopies() || reach.copies);
  }

  void weaken(ir::BarrierOp barrier) {
    if (!ir::insertionOf(barrier)) {
      Operation *next = barrier->getNextNode(); // what it was placed before
      barrier->remove();
      if (!firstConflict())
        return barrier->destroy();
      next->getBlock()->getOperations().insert(Block::iterator(next), barrier);
    }
    const bool isGlobal = barrier.getGlobal(), endsCopies = barrier.getCopies();
    barrier.setGlobal(false);
    if (firstConflict())
      barrier.setGlobal(isGlobal);
    barrier.setCopies(false);
    if (firstConflict())
      barrier.setCopies(endsCopies);
  }
};
} // namespace
} // namespace wave
