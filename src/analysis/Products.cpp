//===- Products.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Products.h"

#include "llvm/ADT/SetVector.h"

#include "dialect/BrokenConstraint.h"
#include "dialect/IndexValues.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

namespace {

/// The slot of an operand, or the sequence index of the use that is there: where loops carry slots,
/// the steps of the channel that have this one say which (CarrySlots).
Expr numberOf(ir::SharedReadOp read, ir::IndexValues &indices) {
  if (ir::ChannelOp channel = ir::channelOf(read.getRing()))
    for (Operation *step : channel.getChannel().getUsers())
      if (OperandRange place = ir::placeOf(step); !place.empty() && place.front() == read.getSlot())
        return indices.of(ir::sequenceIndexOf(step));
  return indices.of(read.getSlot());
}

/// A slot that a product reads.
struct Slot {
  Value ring;
  std::optional<Expr> number; ///< nothing: any of them

  bool operator==(const Slot &other) const {
    return ring == other.ring && number.has_value() == other.number.has_value() &&
           (!number || number->same_as(*other.number));
  }
};

/// A product that may run on.
struct Running {
  ir::MmaOp op;
  int64_t age; ///< products begun since, at least
  SmallVector<Slot, 2> slots;

  bool operator==(const Running &other) const {
    return op == other.op && age == other.age && slots == other.slots;
  }
};

class State {
public:
  void add(const Running &running) {
    if (!llvm::is_contained(list, running))
      list.push_back(running);
  }
  void add(const State &other) {
    for (const Running &running : other.list)
      add(running);
  }
  bool contains(const State &other) const {
    return llvm::all_of(other.list,
                        [&](const Running &running) { return llvm::is_contained(list, running); });
  }

  void begin(ir::MmaOp op, ir::IndexValues &indices) {
    State older;
    for (Running running : list) {
      running.age = std::min(running.age + 1, oldest);
      older.add(running);
    }
    *this = older;
    Running now{op, 0, {}};
    for (Value operand : {op.getLhs(), op.getRhs()})
      if (auto read = operand.getDefiningOp<ir::SharedReadOp>(); read && read.getInPlace())
        now.slots.push_back({read.getRing(), numberOf(read, indices)});
    add(now);
  }
  void wait(int64_t pending) {
    llvm::erase_if(list, [&](const Running &running) { return running.age >= pending; });
  }

  /// The same with `symbol` replaced by `value`.
  State replaced(const Expr &symbol, const Expr &value) const {
    Bindings bindings;
    bindings.set(symbol.str(), value);
    State result;
    for (Running running : list) {
      for (Slot &slot : running.slots)
        if (slot.number)
          slot.number = symbolic::substitute(*slot.number, bindings);
      result.add(running);
    }
    return result;
  }
  /// The same without knowing the slots that depend on `symbol`.
  State without(const Expr &symbol) const {
    State result;
    for (Running running : list) {
      for (Slot &slot : running.slots)
        if (slot.number && symbolic::mentions(*slot.number, symbol.str()))
          slot.number.reset();
      result.add(running);
    }
    return result;
  }
  /// The same without knowing the slots.
  State anySlot() const {
    State result;
    for (Running running : list) {
      for (Slot &slot : running.slots)
        slot.number.reset();
      result.add(running);
    }
    return result;
  }

  SmallVector<Running> list;

private:
  /// Where older ones are no longer told apart: nobody waits for so few.
  static constexpr int64_t oldest = 16;
};

/// What is numbered modulo the slots of a ring.
Expr numberOf(const Expr &slot) {
  return symbolic::isKind(slot, symbolic::Kind::Mod) ? symbolic::operand(slot, 0) : slot;
}

bool areDistinct(const Slot &slot, const Expr &use) {
  if (!slot.number)
    return false;
  const int64_t slots = cast<ir::BufferType>(slot.ring.getType()).getSlots();
  const Expr distance = (numberOf(*slot.number) - use) % slots;
  return symbolic::isConstant(distance) && !symbolic::isConstant(distance, 0);
}

/// The products whose sum a value may be, through what loops and ways hand on.
void collectSums(Value value, llvm::SmallSetVector<Value, 8> &seen, DenseSet<Operation *> &sums) {
  if (!seen.insert(value))
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp())) {
      const unsigned number = *loop.carriedNumber(argument);
      collectSums(loop.getInit()[number], seen, sums);
      collectSums(loop.getYield().getValues()[number], seen, sums);
    }
    return;
  }
  Operation *op = value.getDefiningOp();
  const unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<ir::IterateOp>(op)) {
    collectSums(loop.getInit()[number], seen, sums);
    collectSums(loop.getYield().getValues()[number], seen, sums);
  } else if (auto choice = dyn_cast<ir::IfOp>(op)) {
    for (Region *way : {&choice.getThen(), &choice.getOtherwise()})
      collectSums(way->front().getTerminator()->getOperand(number), seen, sums);
  } else if (auto mma = dyn_cast<ir::MmaOp>(op); mma && ir::isAsynchronous(mma)) {
    sums.insert(op);
  }
}

DenseSet<Operation *> sumsOf(Value value) {
  llvm::SmallSetVector<Value, 8> seen;
  DenseSet<Operation *> sums;
  collectSums(value, seen, sums);
  return sums;
}

class Follower {
public:
  explicit Follower(llvm::function_ref<void(const AsyncHazard &)> report) : report(report) {}

  void run(Block *block, State &state, bool isReported) {
    for (Operation &op : *block)
      visit(&op, state, isReported);
  }

private:
  void visit(Operation *op, State &state, bool isReported) {
    if (auto role = dyn_cast<ir::RoleOp>(op)) {
      State own;
      return run(role.getBlock(), own, isReported);
    }
    if (auto loop = dyn_cast<ir::IterateOp>(op)) {
      checkCopied(loop, loop, loop.getInit(), state, isReported);
      return visitLoop(loop, state, isReported);
    }
    if (auto choice = dyn_cast<ir::IfOp>(op)) {
      State other = state;
      run(&choice.getThen().front(), state, isReported);
      run(&choice.getOtherwise().front(), other, isReported);
      return state.add(other);
    }
    if (auto wait = dyn_cast<ir::MmaWaitOp>(op))
      return state.wait(static_cast<int64_t>(wait.getPending()));
    if (auto release = dyn_cast<ir::ReleaseOp>(op))
      return check(op, state, isReported, "releases a slot that it reads",
                   [&](const Running &running) { return readsUse(running, release); });
    if (auto yield = dyn_cast<ir::YieldOp>(op))
      return visitYield(yield, state, isReported);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<ir::TileType>(operand.get().getType()))
        visitUse(operand, state, isReported);
    if (auto mma = dyn_cast<ir::MmaOp>(op); mma && ir::isAsynchronous(mma))
      state.begin(mma, indices);
  }

  void check(Operation *op, State &state, bool isReported, StringRef what,
             llvm::function_ref<bool(const Running &)> relies) {
    const Running *found = nullptr;
    for (const Running &running : state.list)
      if (relies(running) && (!found || running.age < found->age))
        found = &running;
    if (!found)
      return;
    const AsyncHazard hazard{op, found->op, found->age, what};
    if (isReported)
      report(hazard);
    state.wait(hazard.pending);
  }

  bool readsUse(const Running &running, ir::ReleaseOp release) {
    return llvm::any_of(running.slots, [&](const Slot &slot) {
      return llvm::is_contained(release.getRings(), slot.ring) &&
             !areDistinct(slot, indices.of(release.getNumber()));
    });
  }

  /// Whether a product adds to what the loop carries there, and something else uses it: a step
  /// begins with a copy of its registers.
  static bool isCopied(Value argument) {
    return !argument.hasOneUse() && llvm::any_of(argument.getUses(), [](OpOperand &use) {
      auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
      return mma && ir::isAsynchronous(mma) && &use == &mma.getAccumulatorMutable();
    });
  }

  /// What a step begins with, of those that `op` hands to it.
  void checkCopied(Operation *op, ir::IterateOp loop, ValueRange values, State &state,
                   bool isReported) {
    for (auto [argument, value] : llvm::zip_equal(loop.getCarried(), values))
      if (isCopied(argument)) {
        const DenseSet<Operation *> sums = sumsOf(value);
        check(op, state, isReported, "hands on its accumulator, which is copied",
              [&](const Running &running) { return sums.contains(running.op); });
      }
  }

  /// The operands that lanes hold are made anew in the next step.
  void visitYield(ir::YieldOp yield, State &state, bool isReported) {
    auto loop = dyn_cast<ir::IterateOp>(yield->getParentOp());
    if (!loop)
      return;
    check(yield, state, isReported, "ends a step whose operand it reads",
          [&](const Running &running) {
            ir::MmaOp op = running.op;
            return llvm::any_of(ValueRange{op.getLhs(), op.getRhs()}, [&](Value operand) {
              Operation *op = operand.getDefiningOp();
              return !(op && ir::isReadByDescriptor(op)) &&
                     loop.getBody().isAncestor(operand.getParentRegion());
            });
          });
    checkCopied(yield, loop, yield.getValues(), state, isReported);
  }

  void visitUse(OpOperand &use, State &state, bool isReported) {
    const DenseSet<Operation *> sums = sumsOf(use.get());
    auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
    // In its registers: what something else uses too has to be copied before.
    const bool isChained = mma && &use == &mma.getAccumulatorMutable() && ir::isAsynchronous(mma) &&
                           use.get().hasOneUse();
    check(use.getOwner(), state, isReported, "uses its accumulator", [&](const Running &running) {
      ir::MmaOp op = running.op;
      return sums.contains(op) && !(isChained && op.getMmaType() == mma.getMmaType());
    });
  }

  /// What a step leaves, as it is seen behind it, where its counter was `earlier`.  By how much the
  /// counter of a while loop moves, and what a loop carries, nobody knows here.
  State stepOn(const State &end, ir::IterateOp loop, const Expr &earlier) {
    const Expr counter = indices.of(loop.getCounter());
    State result = loop.isWhile() ? end.without(counter) : end.replaced(counter, earlier);
    for (Value value : loop.getCarried())
      if (value.getType().isIndex())
        result = result.without(indices.of(value));
    return result;
  }

  /// A step begins behind what was before the loop, or behind the step before.
  void visitLoop(ir::IterateOp loop, State &state, bool isReported) {
    const Expr counter = indices.of(loop.getCounter());
    State start = state, end;
    for (int round = 0;; ++round) {
      end = start;
      run(loop.getBlock(), end, false);
      State next = stepOn(end, loop, counter - 1);
      // Slots of ever earlier steps are told apart only so far.
      if (round > 2)
        next = next.anySlot();
      if (start.contains(next))
        break;
      start.add(next);
    }
    if (isReported) {
      end = start;
      run(loop.getBlock(), end, true);
    }
    const State last = stepOn(end, loop, indices.of(loop.getCount()) - 1);
    // Behind the last step, or none.
    if (loop.getConstantCount().value_or(0) > 0)
      state = last;
    else
      state.add(last);
  }

  llvm::function_ref<void(const AsyncHazard &)> report;
  ir::IndexValues indices;
};

} // namespace

void findAsyncHazards(ir::KernelOp kernel, llvm::function_ref<void(const AsyncHazard &)> report) {
  State state;
  Follower(report).run(kernel.getBlock(), state, true);
}

LogicalResult verifyWaits(ir::KernelOp kernel) {
  std::optional<AsyncHazard> first;
  findAsyncHazards(kernel, [&](const AsyncHazard &hazard) {
    if (!first)
      first = hazard;
  });
  if (!first)
    return success();
  return ir::BrokenConstraint(first->op, "normal-form",
                              first->op->getName().getStringRef() +
                                  ": not in the form distributed: it " + first->what +
                                  " while an MMA may be in flight")
      .note(first->product.getLoc(), "the MMA is here")
      .help("put wave.mma_wait " + Twine(first->pending) + " before it");
}

} // namespace wave::analysis
