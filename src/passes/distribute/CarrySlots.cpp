//===- CarrySlots.cpp - Loops carry slots and phases ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: rings, whose accesses name slots, and channels, whose steps have sequence indices
//                                                                      (distributed)
// Gives: the same; in loops, where a slot is a division away from a sequence index, the slot is
//        carried, and for a channel its phase as well
//
// Use n of a ring of B slots is of slot n % B and, in a channel, in phase n / B % 2.  Where B is a
// power of two these are a mask and a shift.  Elsewhere a loop in which the sequence index steps by
// a constant carries both from trip to trip, and only its entry divides: no step of a channel and
// no access to a ring waits for a division.
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

/// A sequence index in the body of a loop, in its first trip, and by how much it steps.
struct Sequence {
  Expr now, first;
  int64_t by = 0;
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

  /// What goes together: uses of one sequence index, modulo one depth.
  using Modulus = std::pair<int64_t, StringAttr>;
  using Uses = llvm::MapVector<Modulus, SmallVector<Operation *>>;

  static void add(Uses &uses, Operation *op, const Expr &number, int64_t depth) {
    if (!llvm::isPowerOf2_64(static_cast<uint64_t>(depth)))
      uses[{depth, StringAttr::get(op->getContext(), number.str())}].push_back(op);
  }

  static void carryIn(ir::IterateOp loop) {
    ir::IndexValues indices;
    Uses steps;
    walkOwn(loop, [&](Operation *op) {
      if (ir::isStepOfUse(op))
        add(steps, op, indices.of(ir::sequenceIndexOf(op)), ir::channelOfStep(op).getDepth());
    });
    for (const auto &[modulus, uses] : steps)
      loop = carryForSteps(loop, modulus.first, uses);
    // Rings that no channel has, whose accesses barriers order.
    ir::IndexValues left;
    Uses accesses;
    walkOwn(loop, [&](Operation *op) {
      const Expr slot = left.of(slotOf(op));
      if (symbolic::isKind(slot, symbolic::Kind::Mod))
        if (const auto depth = symbolic::constantOf(symbolic::operand(slot, 1)))
          add(accesses, op, symbolic::operand(slot, 0), *depth);
    });
    for (const auto &[modulus, uses] : accesses)
      loop = carryForAccesses(loop, modulus.first, uses);
  }

  /// Of an access in whose loop a slot follows from the one before; TMA stores stand behind loops.
  static Value slotOf(Operation *op) {
    auto access = dyn_cast<ir::AccessOpInterface>(op);
    return access && access.writesMemory() ? Value() : ir::slotOf(op);
  }

  /// The loop that carries the slot of accesses; the same one if it cannot.
  static ir::IterateOp carryForAccesses(ir::IterateOp loop, int64_t depth,
                                        ArrayRef<Operation *> accesses) {
    ir::IndexValues indices;
    const Expr number = symbolic::operand(indices.of(slotOf(accesses.front())), 0);
    const std::optional<Sequence> sequence = sequenceOf(loop, number, depth, indices);
    if (!sequence)
      return loop;
    loop = carrySlot(loop, *sequence, depth, indices);
    for (Operation *access : accesses)
      ir::setSlot(access, loop.getCarried().back());
    return loop;
  }

  /// The loop that carries the slot and the phase of the steps; the same one if it cannot.
  static ir::IterateOp carryForSteps(ir::IterateOp loop, int64_t depth,
                                     ArrayRef<Operation *> steps) {
    ir::IndexValues indices;
    const std::optional<Sequence> sequence =
        sequenceOf(loop, indices.of(ir::sequenceIndexOf(steps.front())), depth, indices);
    if (!sequence)
      return loop;
    SmallVector<Operation *> accesses;
    walkOwn(loop, [&](Operation *op) {
      if (Value slot = slotOf(op);
          slot && isOfDepth(op, depth) && indices.of(slot).same_as(sequence->now % depth))
        accesses.push_back(op);
    });
    loop = carrySlot(loop, *sequence, depth, indices);
    OpBuilder before(loop);
    loop =
        loop.carrying(indices.create(before, loop.getLoc(), floordiv(sequence->first, depth) % 2));
    Value slot = *std::prev(loop.getCarried().end(), 2), phase = loop.getCarried().back();
    ir::IndexValues own;
    const Expr next = own.of(slot) + sequence->by, now = own.of(phase);
    yieldLast(loop, select(next < depth, now, 1 - now), own);
    for (Operation *step : steps)
      step->insertOperands(1, {slot, phase});
    for (Operation *access : accesses)
      ir::setSlot(access, slot);
    return loop;
  }

  /// The loop with the slot of the sequence as what it carries last.
  static ir::IterateOp carrySlot(ir::IterateOp loop, const Sequence &sequence, int64_t depth,
                                 ir::IndexValues &indices) {
    OpBuilder before(loop);
    loop = loop.carrying(indices.create(before, loop.getLoc(), sequence.first % depth));
    ir::IndexValues own;
    const Expr next = own.of(loop.getCarried().back()) + sequence.by;
    yieldLast(loop, select(next < depth, next, next - depth), own);
    return loop;
  }

  static void yieldLast(ir::IterateOp loop, const Expr &value, ir::IndexValues &indices) {
    OpBuilder atEnd(loop.getYield());
    MutableOperandRange yielded = loop.getYield().getValuesMutable();
    yielded.slice(yielded.size() - 1, 1).assign(indices.create(atEnd, loop.getLoc(), value));
  }

  static bool isOfDepth(Operation *access, int64_t depth) {
    return llvm::any_of(access->getOperands(), [&](Value operand) {
      ir::ChannelOp channel =
          isa<ir::BufferType>(operand.getType()) ? ir::channelOf(operand) : ir::ChannelOp();
      return channel && channel.getDepth() == depth;
    });
  }

  /// Nothing where the index depends on what the body computes, or goes round more than once.
  static std::optional<Sequence> sequenceOf(ir::IterateOp loop, const Expr &now, int64_t depth,
                                            ir::IndexValues &indices) {
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
    const auto by = symbolic::constantOf(symbolic::substitute(now, next) - now);
    if (!by || *by < 1 || *by > depth)
      return std::nullopt;
    return Sequence{now, symbolic::substitute(now, first), *by};
  }
};

} // namespace
} // namespace wave
