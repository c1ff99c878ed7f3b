//===- Barriers.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Barriers.h"

#include "analysis/Dataflow.h"
#include "analysis/PendingAccess.h"

using namespace mlir;

namespace wave::analysis {

namespace {

/// The accesses that no barriers have ordered yet before what comes next.
class State {
public:
  bool join(const State &other) {
    if (llvm::all_of(other.list, [&](const Pending &pending) { return covers(pending); }))
      return false;
    for (const Pending &pending : other.list)
      add(pending);
    return true;
  }
  void add(const Pending &pending) {
    if (covers(pending))
      return;
    llvm::erase_if(list, [&](const Pending &other) { return pending.covers(other); });
    list.push_back(pending);
  }

  void pass(ir::BarrierOp barrier) {
    if (lead == 0)
      opening = barrier;
    lead += leadOf(barrier);
    for (Pending &pending : list)
      pending.pass(barrier, lead);
    llvm::erase_if(list, [](const Pending &pending) { return pending.order.isComplete(); });
  }
  /// As if a barrier of all waves, as PlaceBarriers places it, stood between the two accesses of
  /// `conflict`: one that ends copies ends all of them.
  void passBetween(const Conflict &conflict) {
    Reach reach = conflict.reach();
    reach.inFlight = 0;
    llvm::erase_if(list, [&](const Pending &pending) {
      if (conflict.place == conflict.second)
        return pending.isReachedBy(reach);
      return conflict.place ? !pending.isStaggered && pending.isReachedBy(reach)
                            : pending.op == conflict.first;
    });
  }
  /// Each access as `change` makes it; some may have become the same.
  void change(llvm::function_ref<void(Pending &)> change) {
    SmallVector<Pending> before = std::move(list);
    list.clear();
    for (Pending &pending : before) {
      change(pending);
      add(pending);
    }
  }

  SmallVector<Pending> list;
  /// Barriers that the second half has taken more than the first.  It is the same on all ways to a
  /// place, as the barriers are balanced.
  int64_t lead = 0;
  ir::BarrierOp opening; ///< the last one that began while neither half was ahead

private:
  bool covers(const Pending &pending) const {
    return llvm::any_of(list, [&](const Pending &other) { return other.covers(pending); });
  }
};

class ConflictFlow : public Dataflow<State> {
public:
  ConflictFlow(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report)
      : report(report), memories(kernel), countsCopies(leavesInFlight(kernel)) {}

protected:
  void visit(Operation *op, State &state, bool isFinal) override {
    if (op->getNumRegions() > 0)
      return;
    if (auto barrier = dyn_cast<ir::BarrierOp>(op))
      return state.pass(barrier);
    for (const Access &access : memories.accessesOf(op))
      if (!isChannel(access.memory))
        visitAccess(op, access, state, isFinal);
      else if (isEndOfUse(op)) // other rings may come to lie there
        state.add({op, access.memory, access.isWrite, std::nullopt, BarrierOrder(state.lead),
                   /*isStaggered=*/state.lead != 0});
    if (isCopyOperation(op))
      state.change([](Pending &pending) { pending.passCopy(); });
  }

  void follow(const FlowEdge &edge, State &state) override {
    state.change([&](Pending &pending) { pending.follow(edge, indicesAcross, countsCopies); });
  }

private:
  void visitAccess(Operation *op, const Access &access, State &state, bool isFinal) {
    std::optional<Expr> slot; // of a ring; accesses to others are the same in each iteration
    if (isa<ir::BufferType>(access.memory.getType()))
      slot = indices.of(ir::slotOf(op));
    Pending now{op,
                access.memory,
                access.isWrite,
                slot,
                BarrierOrder(state.lead),
                /*isStaggered=*/state.lead != 0};
    if (now.isCounted())
      now.copiesSince = -1; // none when the operation is over
    auto found = llvm::find_if(state.list,
                               [&](const Pending &earlier) { return areInConflict(earlier, now); });
    if (found != state.list.end()) {
      Operation *place = state.lead == 0      ? op
                         : found->isStaggered ? nullptr
                                              : state.opening.getOperation();
      const Conflict conflict{found->op,
                              op,
                              access.memory,
                              place,
                              found->order.missing(),
                              place == op ? found->copiesSince : 0};
      if (isFinal)
        report(conflict);
      state.passBetween(conflict);
    }
    state.add(now);
  }

  llvm::function_ref<void(const Conflict &)> report;
  SharedMemories memories;
  bool countsCopies; ///< whether a barrier leaves any in flight
  ir::IndexValues indices;
  IndicesAcross indicesAcross{indices};
};

/// By how many barriers the second half is ahead.
struct Lead {
  int64_t barriers = 0;

  /// It is the same, or an imbalance has been found: the first one is followed.
  bool join(const Lead &) { return false; }
};

/// Follows the lead alone, which has to be the same on all ways to a place.
class BalanceFlow : public Dataflow<Lead> {
public:
  std::optional<Imbalance> found;

  void require(Operation *in, int64_t lead) {
    if (lead == 0 || found)
      return;
    in->walk([&](ir::BarrierOp barrier) {
      if (barrier.getHalf() && !found)
        found = {in, barrier, lead};
    });
  }

protected:
  void visit(Operation *op, Lead &lead, bool) override {
    if (auto barrier = dyn_cast<ir::BarrierOp>(op))
      lead.barriers += leadOf(barrier);
  }
  bool join(Lead &known, const Lead &lead, const FlowEdge &edge) override {
    const int64_t more = lead.barriers - known.barriers;
    require(edge.op, edge.isBackEdge() ? more : -more);
    return known.join(lead);
  }
};

} // namespace

std::optional<Imbalance> findImbalance(ir::KernelOp kernel) {
  BalanceFlow flow;
  Lead atEnd;
  flow.run(*kernel.getBlock(), atEnd);
  flow.require(kernel, atEnd.barriers);
  return flow.found;
}

void findConflicts(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report) {
  State state;
  ConflictFlow(kernel, report).run(*kernel.getBlock(), state);
}

} // namespace wave::analysis
