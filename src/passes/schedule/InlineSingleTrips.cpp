//===- InlineSingleTrips.cpp - Loops that run once are none ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: a schedule has been applied                                (scheduled)
// Gives: the same; no loop runs while a condition holds that does for its first trip alone
//
// A persistent kernel that is launched with a workgroup for each tile is one that is not
// persistent: there is one trip, and no second one to overlap with it, to number or to wait for.
// That is seen when schedules have been applied, which select the loop whatever the sizes are.
//
//===----------------------------------------------------------------------===//

#include "analysis/IndexRanges.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_INLINESINGLETRIPS
#include "passes/Passes.h.inc"

namespace {

struct InlineSingleTrips : impl::InlineSingleTripsBase<InlineSingleTrips> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    SmallVector<ir::IterateOp> loops; // the inner ones first
    kernel.walk([&](ir::IterateOp loop) {
      if (loop.isWhile() && llvm::none_of(*loop.getBlock(), isAtEndOfTrip))
        loops.push_back(loop);
    });
    bool isChanged = false;
    for (ir::IterateOp loop : loops)
      if (runsOnce(loop)) {
        inlineBody(loop);
        isChanged = true;
      }
    if (!isChanged)
      return;
    ir::composeIndices(kernel);
    ir::eraseUnusedIndices(kernel);
  }

private:
  /// What a schedule has inserted at the start or the end of each trip.
  static bool isAtEndOfTrip(Operation &op) {
    const std::optional<ir::Insertion> where = ir::insertionOf(&op);
    return where == ir::Insertion::Start || where == ir::Insertion::End;
  }

  /// Whether the condition is proved to hold for the first counter, and not for the second.
  bool runsOnce(ir::IterateOp loop) {
    analysis::IndexRanges ranges(getOperation());
    const symbolic::MapLoop map = ranges.mapLoop(loop);
    const bool isLess = symbolic::isKind(map.condition, symbolic::Kind::Lt);
    if (!isLess && !symbolic::isKind(map.condition, symbolic::Kind::Le))
      return false;
    // a < b and a <= b hold where this is at least 0.
    const Expr margin = symbolic::operand(map.condition, 1) - symbolic::operand(map.condition, 0) -
                        (isLess ? Expr(1) : Expr(0));
    const auto at = [&](const Expr &expr, const Expr &counter) {
      Bindings value;
      value.set(map.counter, counter);
      return symbolic::substitute(expr, value);
    };
    const Expr second = at(map.next, map.start);
    return ranges.isNonNegative(at(margin, map.start)) &&
           ranges.isNonNegative(-at(margin, second) - 1);
  }

  static void inlineBody(ir::IterateOp loop) {
    Block *body = loop.getBlock();
    ir::YieldOp yield = loop.getYield();
    for (auto meeting : llvm::make_early_inc_range(body->getOps<ir::ReinitialiseOp>()))
      meeting.erase(); // no trip comes behind this one
    loop.getCounter().replaceAllUsesWith(loop.getStart());
    for (auto [carried, init] : llvm::zip_equal(loop.getCarried(), loop.getInit()))
      carried.replaceAllUsesWith(init);
    for (auto [result, value] : llvm::zip_equal(loop.getResults(), yield.getValues()))
      result.replaceAllUsesWith(value);
    yield.erase();
    loop->getBlock()->getOperations().splice(loop->getIterator(), body->getOperations());
    loop.erase();
  }
};

} // namespace
} // namespace wave
