//===- ReinitialiseTrips.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sequence index that runs on (SequenceIndices.h) is a formula over the loop's counter, or what
// the loop carries.  In its first trip it counts from 0: so it does in each trip if that counter is
// 0 there, and what is carried is what it was before the loop.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ReinitialiseTrips.h"

#include "dialect/IndexValues.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

namespace {

class Trip {
public:
  explicit Trip(ir::IterateOp loop) : loop(loop) {}

  /// An operand that is, or leads to, a sequence index.
  void rebase(OpOperand &operand) {
    if (!rebased.insert(&operand).second)
      return;
    Operation *owner = operand.getOwner();
    const Expr own = inFirstTrip(indices.of(operand.get()), 0);
    OpBuilder builder(owner);
    operand.set(indices.create(builder, owner->getLoc(), own));
  }

  /// How many uses there are in a trip, where `all` is what a drain behind the loop waits for, and
  /// `acquire` a step in it that has not been rebased.
  Value usesOf(OpBuilder &builder, Value all, ir::AcquireOp acquire) {
    const Expr total = indices.of(all), number = indices.of(acquire.getNumber());
    Expr uses = inFirstTrip(number, 1) - inFirstTrip(number, 0);
    for (OpResult result : loop->getResults())
      if (result.getType().isIndex() && total.same_as(indices.of(result)))
        uses = inFirstTrip(indices.of(loop.getYield().getValues()[result.getResultNumber()]), 0);
    return indices.create(builder, loop.getLoc(), uses);
  }

private:
  /// The index where the loop's counter is that, and what it carries as before it.
  Expr inFirstTrip(const Expr &index, int64_t counter) {
    Bindings first;
    for (const std::string &symbol : symbolic::symbolsOf(index)) {
      Value root = indices.root(symbol);
      if (!root)
        continue;
      if (root == loop.getCounter())
        first.set(symbol, Expr::constant(counter));
      else if (std::optional<unsigned> number = carriedBy(loop, root))
        first.set(symbol, indices.of(loop.getInit()[*number]));
      else
        rebaseCarried(root);
    }
    return symbolic::substitute(index, first);
  }

  /// What a loop inside carries begins with a sequence index, and goes on with it.
  void rebaseCarried(Value root) {
    ir::IterateOp inner = root.getDefiningOp<ir::IterateOp>();
    std::optional<unsigned> number;
    if (inner) {
      number = cast<OpResult>(root).getResultNumber();
    } else if (auto argument = dyn_cast<BlockArgument>(root)) {
      inner = dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp());
      number = inner ? carriedBy(inner, root) : std::nullopt;
    }
    if (!number || !loop->isProperAncestor(inner))
      return;
    rebase(inner.getInitMutable()[*number]);
    rebase(inner.getYield().getValuesMutable()[*number]);
  }

  static std::optional<unsigned> carriedBy(ir::IterateOp loop, Value value) {
    return isa<BlockArgument>(value) && value.getParentBlock() == loop.getBlock()
               ? loop.carriedNumber(value)
               : std::nullopt;
  }

  ir::IterateOp loop;
  ir::IndexValues indices;
  DenseSet<OpOperand *> rebased;
};

} // namespace

static ir::AcquireOp acquireOf(ir::DrainOp drain) {
  for (Operation *step : drain.getChannel().getUsers())
    if (auto acquire = dyn_cast<ir::AcquireOp>(step))
      return acquire;
  llvm_unreachable("nothing is drained but what was acquired");
}

void reinitialiseTrips(ir::IterateOp loop, Location where) {
  auto kernel = loop->getParentOfType<ir::KernelOp>();
  Trip trip(loop);
  OpBuilder atEnd(loop.getYield());
  for (auto drain : llvm::make_early_inc_range(kernel.getBlock()->getOps<ir::DrainOp>())) {
    Value uses = trip.usesOf(atEnd, drain.getNumber(), acquireOf(drain));
    drain->moveBefore(loop.getYield());
    drain.getNumberMutable().assign(uses);
  }
  loop->walk([&](Operation *step) {
    if (ir::isStepOfUse(step))
      trip.rebase(step->getOpOperands().back());
  });
  ir::ReinitialiseOp::create(atEnd, where);
}

} // namespace wave
