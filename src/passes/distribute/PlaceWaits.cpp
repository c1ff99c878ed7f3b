//===- PlaceWaits.cpp - Where waves wait for their MMAs -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: what each wave does, in its order                             (distributed)
// Gives: a wait before everything that relies on the completion of an MMA, as late and for as
//        few MMAs as it can be, and none that could be taken away
//
//===----------------------------------------------------------------------===//

#include "analysis/OutstandingMmas.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_PLACEWAITS
#include "passes/Passes.h.inc"

using analysis::AsyncHazard;

namespace {
struct PlaceWaits : impl::PlaceWaitsBase<PlaceWaits> {
  void runOnOperation() override {
    // A wait completes MMAs for what comes after it: one at a time.
    while (std::optional<AsyncHazard> hazard = firstHazard())
      placeBefore(*hazard);
    SmallVector<ir::MmaWaitOp> waits;
    getOperation().walk([&](ir::MmaWaitOp wait) { waits.push_back(wait); });
    for (ir::MmaWaitOp wait : waits)
      weaken(wait);
  }

private:
  std::optional<AsyncHazard> firstHazard() {
    std::optional<AsyncHazard> first;
    analysis::findAsyncHazards(getOperation(), [&](const AsyncHazard &hazard) {
      if (!first)
        first = hazard;
    });
    return first;
  }

  static void placeBefore(const AsyncHazard &hazard) {
    OpBuilder builder(hazard.op);
    // One that is there already waits for too few.
    if (auto wait = dyn_cast_or_null<ir::MmaWaitOp>(hazard.op->getPrevNode()))
      return wait.setPending(static_cast<uint64_t>(hazard.pending));
    ir::MmaWaitOp::create(builder, hazard.op->getLoc(), static_cast<uint64_t>(hazard.pending));
  }

  void weaken(ir::MmaWaitOp wait) {
    Operation *next = wait->getNextNode(); // what it was placed before
    wait->remove();
    if (!firstHazard())
      return wait->destroy();
    next->getBlock()->getOperations().insert(Block::iterator(next), wait);
    do
      wait.setPending(wait.getPending() + 1);
    while (!firstHazard());
    wait.setPending(wait.getPending() - 1);
  }
};
} // namespace
} // namespace wave
