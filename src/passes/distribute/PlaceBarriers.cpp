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
// nothing needs.  Where a wave can wait until only so many of its copies are under way, a barrier
// that ends copies leaves as many of the last ones in flight as nothing needs yet.
//
// A barrier that a schedule has inserted stays, and gets the reach that is needed where it stands.
// None comes between an operation and the hints that a schedule has inserted before it.
//
// Where conditional barriers have set the halves of the workgroup apart, the schedule's
// barriers are all there are: another one would shift one half against the other's phases.  What
// they do not part is refused, and so are halves that do not take equally many.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

#include "analysis/Barriers.h"
#include "analysis/Nodes.h"
#include "analysis/PendingFlow.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_PLACEBARRIERS
#include "passes/Passes.h.inc"

using analysis::Conflict;

namespace {
struct PlaceBarriers : impl::PlaceBarriersBase<PlaceBarriers> {
  using PlaceBarriersBase::PlaceBarriersBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(checkHalves(kernel)))
      return signalPassFailure();
    // A barrier moves what comes behind it: the first one is placed, and those that no other one
    // can make needless.
    for (SmallVector<Conflict> found = conflicts(); !found.empty(); found = conflicts()) {
      if (!found.front().place) {
        refuse(found.front());
        return signalPassFailure();
      }
      for (const Conflict &conflict : found)
        if (&conflict == found.begin() || (!hasHalves && isInOneStep(conflict)))
          placeBefore(conflict.place, conflict.reach());
    }
    SmallVector<ir::BarrierOp> barriers;
    kernel.walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
    if (counted)
      leaveInFlight(barriers);
    analysis::PendingFlow flow(kernel, analysis::leavesInFlight(kernel));
    for (ir::BarrierOp barrier : barriers)
      weaken(barrier, flow);
  }

private:
  /// Whether both halves of the workgroup come to equally many barriers; where there are halves,
  /// the schedule's barriers begin with all the reach that they could have to have.
  LogicalResult checkHalves(ir::KernelOp kernel) {
    hasHalves = false;
    kernel.walk([&](ir::BarrierOp barrier) { hasHalves |= barrier.getHalf().has_value(); });
    if (!hasHalves)
      return success();
    if (std::optional<analysis::Imbalance> found = analysis::findImbalance(kernel))
      return refuse(*found);
    kernel.walk([](ir::BarrierOp barrier) {
      if (!ir::insertionOf(barrier))
        return;
      barrier.setGlobal(true);
      barrier.setCopies(true);
    });
    return success();
  }

  static LogicalResult refuse(const analysis::Imbalance &found) {
    const auto barriers = [](int64_t count) {
      return std::to_string(count) + (count == 1 ? " barrier" : " barriers");
    };
    const StringRef more = found.lead > 0 ? "second" : "first";
    const std::string where = isa<ir::KernelOp>(found.in) ? "in the kernel"
                              : isa<ir::IterateOp>(found.in)
                                  ? "in each iteration of the loop"
                                  : "in one way of a condition, not in the other,";
    return ir::BrokenConstraint(found.barrier, "schedule-stagger",
                                "the " + more + " half of the waves takes " +
                                    barriers(std::abs(found.lead)) + " more than the other " +
                                    where + ", and would wait there for ever")
        .note(found.in->getLoc(), isa<ir::KernelOp>(found.in)    ? "the kernel is here"
                                  : isa<ir::IterateOp>(found.in) ? "the loop is here"
                                                                 : "the condition is here")
        .help("give each conditional barrier one of the other half behind it, as stagger(loop) "
              "does");
  }

  static void refuse(const Conflict &conflict) {
    const std::string number = std::to_string(conflict.missing),
                      barriers = conflict.missing == 1 ? " barrier" : " barriers";
    const std::string first = analysis::describe(conflict.first);
    (void)LogicalResult(
        ir::BrokenConstraint(conflict.second, "schedule-stagger",
                             analysis::describe(conflict.second) + " needs " + number + " more" +
                                 barriers + " between it and " + first +
                                 " before it: the halves of the workgroup run a barrier apart")
            .note(conflict.first->getLoc(), first + " is here")
            .help("insert " + number + barriers +
                  " between the two, with insert_before(node, barrier()), or let no half run "
                  "behind the other"));
  }

  SmallVector<Conflict> conflicts() {
    SmallVector<Conflict> found;
    analysis::findConflicts(getOperation(),
                            [&](const Conflict &conflict) { found.push_back(conflict); });
    return found;
  }

  /// Whether the accesses follow each other in one execution of a block, with no barrier that parts
  /// them in between.
  static bool isInOneStep(const Conflict &conflict) {
    return conflict.first->getBlock() == conflict.second->getBlock() &&
           conflict.first->isBeforeInBlock(conflict.second);
  }

  /// One of all waves directly before `op`, but for indices and hints; null where there is none.
  static ir::BarrierOp barrierBefore(Operation *op) {
    do
      op = op->getPrevNode();
    while (op && (ir::isIndex(op) || ir::isHint(op)));
    auto barrier = dyn_cast_or_null<ir::BarrierOp>(op);
    return barrier && !barrier.getHalf() ? barrier : ir::BarrierOp();
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
      barrier = ir::BarrierOp::create(builder, op->getLoc(), false, false, ir::WaveHalfAttr());
    }
    barrier.setGlobal(barrier.getGlobal() || reach.global);
    if (!reach.copies)
      return;
    barrier.setCopies(true);
    barrier.setInFlight(0);
  }

  static void weaken(ir::BarrierOp barrier, analysis::PendingFlow &flow) {
    if (!ir::insertionOf(barrier) && flow.canErase(barrier))
      return barrier.erase();
    if (barrier.getGlobal()) {
      barrier.setGlobal(false);
      if (!flow.canReachLess(barrier))
        barrier.setGlobal(true);
    }
    if (!barrier.getCopies())
      return;
    const uint64_t inFlight = barrier.getInFlight();
    barrier.setCopies(false);
    barrier.setInFlight(0);
    if (flow.canReachLess(barrier))
      return;
    barrier.setCopies(true);
    barrier.setInFlight(inFlight);
  }

  /// As many copies as nothing needs yet, of all barriers evenly: a wait that leaves many in flight
  /// costs nothing where one that leaves few would, and several are better than one.  In each step
  /// the next barrier, round after round, leaves one copy more, until one that may not is left out.
  void leaveInFlight(ArrayRef<ir::BarrierOp> barriers) {
    SmallVector<ir::BarrierOp> raised;
    for (ir::BarrierOp barrier : barriers)
      if (barrier.getCopies()) {
        barrier.setInFlight(0);
        raised.push_back(barrier);
      }
    analysis::PendingFlow flow(getOperation(), /*countsCopies=*/true);
    for (uint64_t round = 1; round <= analysis::mostInFlight; ++round)
      llvm::erase_if(raised, [&](ir::BarrierOp barrier) {
        barrier.setInFlight(round);
        if (flow.canReachLess(barrier))
          return false;
        barrier.setInFlight(round - 1);
        return true;
      });
  }

  bool hasHalves = false;
};
} // namespace
} // namespace wave
