//===- OutstandingMmas.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/OutstandingMmas.h"

#include "analysis/Dataflow.h"
#include "dialect/BrokenConstraint.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave::analysis {

namespace {

/// The slot of an operand, or the sequence index of the use that is there: where loops carry slots,
/// the steps of the channel that have this one say which (CarrySlots).
Expr indexOf(ir::ViewOp read, ir::IndexValues &indices) {
  if (ir::ChannelOp channel = ir::channelOf(read.getRing()))
    for (Operation *step : channel.getChannel().getUsers())
      if (OperandRange place = ir::placeOf(step); !place.empty() && place.front() == read.getSlot())
        return indices.of(ir::sequenceIndexOf(step));
  return indices.of(read.getSlot());
}

/// A slot that an MMA reads.
struct Slot {
  Value ring;
  std::optional<Expr> index; ///< nothing: any of them

  bool operator==(const Slot &other) const {
    return ring == other.ring && index.has_value() == other.index.has_value() &&
           (!index || index->same_as(*other.index));
  }
};

/// An MMA that may be outstanding.
struct Outstanding {
  ir::MmaOp op;
  int64_t age; ///< MMAs issued since, at least
  SmallVector<Slot, 2> slots;

  bool operator==(const Outstanding &other) const {
    return op == other.op && age == other.age && slots == other.slots;
  }
};

class State {
public:
  bool join(const State &other) {
    const size_t before = list.size();
    for (const Outstanding &mma : other.list)
      add(mma);
    return list.size() > before;
  }

  void issue(ir::MmaOp op, ir::IndexValues &indices) {
    change([](Outstanding &mma) { mma.age = std::min(mma.age + 1, oldest); });
    Outstanding now{op, 0, {}};
    for (Value operand : {op.getLhs(), op.getRhs()})
      if (auto read = operand.getDefiningOp<ir::ViewOp>())
        now.slots.push_back({read.getRing(), indexOf(read, indices)});
    add(now);
  }
  void wait(int64_t pending) {
    llvm::erase_if(list, [&](const Outstanding &mma) { return mma.age >= pending; });
  }
  /// Each MMA as `change` makes it; some may have become the same.
  void change(llvm::function_ref<void(Outstanding &)> change) {
    SmallVector<Outstanding> before = std::move(list);
    list.clear();
    for (Outstanding &mma : before) {
      change(mma);
      add(mma);
    }
  }

  SmallVector<Outstanding> list;

private:
  void add(const Outstanding &mma) {
    if (!llvm::is_contained(list, mma))
      list.push_back(mma);
  }

  /// Where older ones are no longer distinguished: nobody waits for so few.
  static constexpr int64_t oldest = 16;
};

/// The index of which a slot is the remainder by the slots of the ring.
Expr numberOf(const Expr &slot) {
  return symbolic::isKind(slot, symbolic::Kind::Mod) ? symbolic::operand(slot, 0) : slot;
}

bool areDistinct(const Slot &slot, const Expr &use) {
  if (!slot.index)
    return false;
  const int64_t slots = cast<ir::BufferType>(slot.ring.getType()).getSlots();
  const Expr distance = (numberOf(*slot.index) - use) % slots;
  return symbolic::isConstant(distance) && !symbolic::isConstant(distance, 0);
}

/// Whether an MMA accumulates in the registers of a region's argument, and something else uses the
/// argument: the region begins with a copy of the registers.
bool isCopied(Value argument) {
  return !argument.hasOneUse() && llvm::any_of(argument.getUses(), [](OpOperand &use) {
    auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
    return mma && ir::isAsynchronous(mma) && &use == &mma.getAccumulatorMutable();
  });
}

/// Whether the MMA has an operand in registers that the region defines.
bool readsRegistersOf(Region &region, ir::MmaOp mma) {
  return llvm::any_of(ValueRange{mma.getLhs(), mma.getRhs()}, [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return !isa_and_nonnull<ir::ViewOp>(op) && region.isAncestor(operand.getParentRegion());
  });
}

class HazardFlow : public Dataflow<State> {
public:
  explicit HazardFlow(llvm::function_ref<void(const AsyncHazard &)> report) : report(report) {}

protected:
  void visit(Operation *op, State &state, bool isFinal) override {
    if (auto wait = dyn_cast<ir::MmaWaitOp>(op))
      return state.wait(static_cast<int64_t>(wait.getPending()));
    if (auto release = dyn_cast<ir::ReleaseOp>(op))
      return check(op, state, isFinal, "releases a slot that it reads",
                   [&](const Outstanding &mma) { return readsUse(mma, release); });
    if (isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op))
      return visitBranch(op, state, isFinal);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<ir::TileType>(operand.get().getType()))
        visitUse(operand, state, isFinal);
    if (auto mma = dyn_cast<ir::MmaOp>(op); mma && ir::isAsynchronous(mma))
      state.issue(mma, indices);
  }

  void follow(const FlowEdge &edge, State &state) override {
    state.change([&](Outstanding &mma) {
      for (Slot &slot : mma.slots)
        if (edge.isBackEdge() && edge.round >= distinctRounds)
          slot.index.reset();
        else if (slot.index)
          slot.index = indicesAcross.across(edge, *slot.index);
    });
  }

private:
  void check(Operation *op, State &state, bool isFinal, StringRef what,
             llvm::function_ref<bool(const Outstanding &)> relies) {
    const Outstanding *found = nullptr;
    for (const Outstanding &mma : state.list)
      if (relies(mma) && (!found || mma.age < found->age))
        found = &mma;
    if (!found)
      return;
    const AsyncHazard hazard{op, found->op, found->age, what};
    if (isFinal)
      report(hazard);
    state.wait(hazard.pending);
  }

  bool readsUse(const Outstanding &mma, ir::ReleaseOp release) {
    return llvm::any_of(mma.slots, [&](const Slot &slot) {
      return llvm::is_contained(release.getRings(), slot.ring) &&
             !areDistinct(slot, indices.of(release.getNumber()));
    });
  }

  /// Values are forwarded to regions and results, not used.
  void visitBranch(Operation *op, State &state, bool isFinal) {
    const SmallVector<Forwarded> forwarded = forwardedToRegions(op);
    if (op->hasTrait<OpTrait::IsTerminator>() && isFollowedByIteration(op))
      check(
          op, state, isFinal, "ends the iteration that defines its operand",
          [&](const Outstanding &mma) { return readsRegistersOf(*op->getParentRegion(), mma.op); });
    for (const auto &[argument, value] : forwarded)
      if (isCopied(argument))
        checkUse(op, value, state, isFinal, "forwards its accumulator, which is copied",
                 [](ir::MmaOp) { return true; });
  }

  static bool isFollowedByIteration(Operation *end) {
    return llvm::any_of(
        edgesFrom(cast<RegionBranchOpInterface>(end->getParentOp()), end->getParentRegion()),
        [](const FlowEdge &edge) { return edge.isBackEdge(); });
  }

  void visitUse(OpOperand &use, State &state, bool isFinal) {
    auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
    // In its registers: what something else uses too has to be copied before.
    const bool isChained = mma && &use == &mma.getAccumulatorMutable() && ir::isAsynchronous(mma) &&
                           use.get().hasOneUse();
    checkUse(use.getOwner(), use.get(), state, isFinal, "uses its accumulator",
             [&](ir::MmaOp of) { return !(isChained && of.getMmaType() == mma.getMmaType()); });
  }

  /// Of the MMAs whose accumulator `value` may be, those that have to be complete.
  void checkUse(Operation *op, Value value, State &state, bool isFinal, StringRef what,
                llvm::function_ref<bool(ir::MmaOp)> hasToBeComplete) {
    if (state.list.empty())
      return;
    const SmallVector<Value> sources = sourcesOf(value);
    check(op, state, isFinal, what, [&](const Outstanding &mma) {
      return llvm::is_contained(sources, ir::MmaOp(mma.op).getResult()) && hasToBeComplete(mma.op);
    });
  }

  /// Rounds of a loop for which the slots of earlier iterations are distinguished.
  static constexpr int64_t distinctRounds = 3;

  llvm::function_ref<void(const AsyncHazard &)> report;
  ir::IndexValues indices;
  IndicesAcross indicesAcross{indices};
};

} // namespace

void findAsyncHazards(ir::KernelOp kernel, llvm::function_ref<void(const AsyncHazard &)> report) {
  State state;
  HazardFlow(report).run(*kernel.getBlock(), state);
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
      .note(first->mma.getLoc(), "the MMA is here")
      .help("put wave.mma_wait " + Twine(first->pending) + " before it");
}

} // namespace wave::analysis
