//===- CarrySlots.cpp - Loops carry slots and phases ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: roles, whose steps have sequence indices                      (distributed)
// Gives: the same; in loops, where a slot is a division away from a sequence index, its slot and
//        its phase are carried
//
// Use n of a channel of B slots is of slot n % B, in phase n / B % 2.  Where B is a power of two
// these are a mask and a shift.  Elsewhere a loop in which the sequence index steps by a constant
// carries both from trip to trip, and only its entry divides: no step waits for a division.
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include "dialect/IndexValues.h"
#include "passes/Passes.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CARRYSLOTS
#include "passes/Passes.h.inc"

namespace {

/// A sequence index in the body of a loop, and in its first and its next trip.
struct Sequence {
  Expr now, first, next;
};

struct CarrySlots : impl::CarrySlotsBase<CarrySlots> {
  void runOnOperation() override {
    SmallVector<ir::IterateOp> loops;
    getOperation().walk([&](ir::IterateOp loop) { loops.push_back(loop); });
    for (ir::IterateOp loop : loops)
      carryIn(loop);
    ir::eraseUnusedIndices(getOperation());
  }

private:
  /// Calls back with what stands in the loop's body, but in no loop inside of it.
  static void walkOwn(ir::IterateOp loop, llvm::function_ref<void(Operation *)> visit) {
    loop.getBlock()->walk([&](Operation *op) {
      if (op->getParentOfType<ir::IterateOp>() == loop)
        visit(op);
    });
  }

  /// Steps with one sequence index, of channels of one depth, go together.
  static void carryIn(ir::IterateOp loop) {
    ir::IndexValues indices;
    llvm::MapVector<std::pair<int64_t, StringAttr>, SmallVector<Operation *>> uses;
    walkOwn(loop, [&](Operation *op) {
      if (!ir::isStepOfUse(op))
        return;
      const int64_t depth = ir::channelOfStep(op).getDepth();
      const std::string number = indices.of(ir::sequenceIndexOf(op)).str();
      if (!llvm::isPowerOf2_64(static_cast<uint64_t>(depth)))
        uses[{depth, StringAttr::get(op->getContext(), number)}].push_back(op);
    });
    for (const auto &[key, steps] : uses)
      loop = carry(loop, key.first, steps);
  }

  /// The loop that carries the slot and the phase of the steps; the same one if it cannot.
  static ir::IterateOp carry(ir::IterateOp loop, int64_t depth, ArrayRef<Operation *> steps) {
    ir::IndexValues indices;
    const std::optional<Sequence> sequence =
        sequenceOf(loop, ir::sequenceIndexOf(steps.front()), indices);
    const std::optional<int64_t> by =
        sequence ? symbolic::constantOf(sequence->next - sequence->now) : std::nullopt;
    if (!by || *by < 1 || *by > depth)
      return loop;
    SmallVector<Operation *> accesses;
    walkOwn(loop, [&](Operation *op) {
      if (Value slot =
              isa<ir::CopyOp, ir::SharedReadOp, ir::SharedWriteOp>(op) ? ir::slotOf(op) : Value();
          slot && isOfDepth(op, depth) && indices.of(slot).same_as(sequence->now % depth))
        accesses.push_back(op);
    });
    OpBuilder before(loop);
    Value slotAtEntry = indices.create(before, loop.getLoc(), sequence->first % depth);
    Value phaseAtEntry =
        indices.create(before, loop.getLoc(), floordiv(sequence->first, depth) % 2);
    loop = loop.carrying(slotAtEntry);
    loop = loop.carrying(phaseAtEntry);
    Value slot = *std::prev(loop.getCarried().end(), 2), phase = loop.getCarried().back();
    ir::IndexValues own;
    const Expr next = own.of(slot) + *by, now = own.of(phase);
    OpBuilder atEnd(loop.getYield());
    MutableOperandRange yielded = loop.getYield().getValuesMutable();
    const auto yield = [&](unsigned fromEnd, const Expr &value) {
      yielded.slice(yielded.size() - fromEnd, 1).assign(own.create(atEnd, loop.getLoc(), value));
    };
    yield(2, select(next < depth, next, next - depth));
    yield(1, select(next < depth, now, 1 - now));
    for (Operation *step : steps)
      step->insertOperands(1, {slot, phase});
    for (Operation *access : accesses)
      ir::setSlot(access, slot);
    return loop;
  }

  static bool isOfDepth(Operation *access, int64_t depth) {
    return llvm::any_of(access->getOperands(), [&](Value operand) {
      ir::ChannelOp channel =
          isa<ir::RingType>(operand.getType()) ? ir::channelOf(operand) : ir::ChannelOp();
      return channel && channel.getDepth() == depth;
    });
  }

  /// Nothing where the index depends on what the body computes.
  static std::optional<Sequence> sequenceOf(ir::IterateOp loop, Value number,
                                            ir::IndexValues &indices) {
    const Expr now = indices.of(number);
    Bindings first, next;
    SmallVector<std::string> arguments;
    const auto bind = [&](Value argument, const Expr &atEntry, const Expr &later) {
      const std::string symbol = indices.of(argument).str();
      arguments.push_back(symbol);
      first.set(symbol, atEntry);
      next.set(symbol, later);
    };
    if (loop.isWhile())
      bind(loop.getCounter(), indices.of(loop.getStart()), indices.of(loop.getYield().getNext()));
    else
      bind(loop.getCounter(), Expr::constant(0), indices.of(loop.getCounter()) + 1);
    for (auto [argument, init, later] :
         llvm::zip(loop.getCarried(), loop.getInit(), loop.getYield().getValues()))
      if (argument.getType().isIndex())
        bind(argument, indices.of(init), indices.of(later));
    for (const std::string &symbol : symbolic::symbolsOf(now))
      if (Value root = indices.root(symbol); root && !llvm::is_contained(arguments, symbol) &&
                                             loop.getBody().isAncestor(root.getParentRegion()))
        return std::nullopt;
    return Sequence{now, symbolic::substitute(now, first), symbolic::substitute(now, next)};
  }
};

} // namespace
} // namespace wave
