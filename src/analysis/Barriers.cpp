//===- Barriers.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Barriers.h"

#include <algorithm>

#include "analysis/Dependences.h"
#include "analysis/PendingAccess.h"
#include "dialect/IndexValues.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

namespace {

class State {
public:
  void add(const Pending &pending) {
    if (covers(pending))
      return;
    llvm::erase_if(list, [&](const Pending &other) { return pending.covers(other); });
    list.push_back(pending);
  }
  void add(const State &other) {
    for (const Pending &pending : other.list)
      add(pending);
  }
  bool contains(const State &other) const {
    return llvm::all_of(other.list, [&](const Pending &pending) { return covers(pending); });
  }
  bool covers(const Pending &pending) const {
    return llvm::any_of(list, [&](const Pending &other) { return other.covers(pending); });
  }
  /// Behind a barrier; `lead` is that behind it.
  void pass(ir::BarrierOp barrier, int64_t lead) {
    for (Pending &pending : list)
      pending.pass(barrier, lead);
    llvm::erase_if(list, [](const Pending &pending) { return pending.parting.isParted(); });
  }
  /// As if a barrier of all waves, as PlaceBarriers places it, had parted what `conflict` is about:
  /// one that ends copies ends all of them.
  void part(const Conflict &conflict) {
    Reach reach = conflict.reach();
    reach.inFlight = 0;
    llvm::erase_if(list, [&](const Pending &pending) {
      if (conflict.place == conflict.second)
        return pending.isReachedBy(reach);
      return conflict.place ? !pending.areApart && pending.isReachedBy(reach)
                            : pending.op == conflict.first;
    });
  }

  /// The wave has executed one more copy operation.
  void passCopy() {
    State result;
    for (Pending pending : list) {
      pending.passCopy();
      result.add(pending);
    }
    list = std::move(result.list);
  }

  /// The same accesses with `symbol` replaced by `value`.
  State replaced(const Expr &symbol, const Expr &value) const {
    Bindings bindings;
    bindings.set(symbol.str(), value);
    State result;
    for (Pending pending : list) {
      if (pending.slot)
        pending.slot = symbolic::substitute(*pending.slot, bindings);
      result.add(pending);
    }
    return result;
  }
  /// The same in the first step of a loop, where its counter is 0.
  State enteringWith(const Expr &counter) const {
    State result;
    for (Pending pending : list) {
      pending.enter(counter);
      result.add(pending);
    }
    return result;
  }
  /// The same without knowing the slots that depend on `symbol`.
  State without(const Expr &symbol) const {
    State result;
    for (Pending pending : list) {
      if (pending.slot && symbolic::mentions(*pending.slot, symbol.str()))
        pending.slot.reset();
      result.add(pending);
    }
    return result;
  }
  /// The same without knowing their slots.
  State anySlot() const {
    State result;
    for (Pending pending : list) {
      pending.slot.reset();
      result.add(pending);
    }
    return result;
  }

  SmallVector<Pending> list;
};

class Follower {
public:
  Follower(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report)
      : report(report), memories(kernel), countsCopies(leavesInFlight(kernel)) {}

  void run(Block *block, State &state, bool isReported) {
    for (Operation &op : *block)
      visit(&op, state, isReported);
  }

private:
  void visit(Operation *op, State &state, bool isReported) {
    if (auto role = dyn_cast<ir::RoleOp>(op)) {
      State own; // the waves of a role meet without the others, and have no halves
      return run(role.getBlock(), own, isReported);
    }
    if (auto loop = dyn_cast<ir::IterateOp>(op))
      return visitLoop(loop, state, isReported);
    if (auto choice = dyn_cast<ir::IfOp>(op)) {
      State other = state;
      run(&choice.getThen().front(), state, isReported);
      run(&choice.getOtherwise().front(), other, isReported);
      return state.add(other);
    }
    if (auto barrier = dyn_cast<ir::BarrierOp>(op))
      return visitBarrier(barrier, state);
    for (const Access &access : memories.accessesOf(op))
      if (!isChannel(access.memory))
        visitAccess(op, access, state, isReported);
      else if (isEndOfUse(op)) // others may come to lie there
        state.add({op, access.memory, access.isWrite, std::nullopt, Parting(lead),
                   /*areApart=*/lead != 0});
    if (isCopyOperation(op))
      state.passCopy();
  }

  void visitBarrier(ir::BarrierOp barrier, State &state) {
    if (lead == 0)
      opening = barrier;
    lead += leadOf(barrier);
    state.pass(barrier, lead);
  }

  void visitAccess(Operation *op, const Access &access, State &state, bool isReported) {
    std::optional<Expr> slot; // of a ring; accesses to others are the same in each step
    if (isa<ir::BufferType>(access.memory.getType()))
      slot = indices.of(ir::slotOf(op));
    Pending now{op, access.memory, access.isWrite, slot, Parting(lead), lead != 0};
    if (now.isCounted())
      now.copiesSince = -1; // none when the operation is over
    auto found = llvm::find_if(state.list,
                               [&](const Pending &earlier) { return areInConflict(earlier, now); });
    if (found != state.list.end()) {
      Operation *place = lead == 0 ? op : found->areApart ? nullptr : opening.getOperation();
      const Conflict conflict{found->op,
                              op,
                              access.memory,
                              place,
                              found->parting.missing(),
                              place == op ? found->copiesSince : 0};
      if (isReported)
        report(conflict);
      state.part(conflict);
    }
    state.add(now);
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
    const bool isCounted = countsCopies && !loop.isWhile();
    State start = isCounted ? state.enteringWith(counter) : state, end;
    for (int round = 0;; ++round) {
      end = start;
      run(loop.getBlock(), end, false);
      State next = stepOn(end, loop, counter - 1);
      if (round >= stepsToldApart(countsCopies))
        next = next.anySlot();
      if (start.contains(next))
        break;
      start.add(next);
    }
    if (isReported) {
      end = start;
      run(loop.getBlock(), end, true);
    }
    // Behind the last step, or none where the number of steps may be 0.
    const Expr count = indices.of(loop.getCount());
    if (symbolic::constantOf(count).value_or(0) > 0)
      state = {};
    state.add(stepOn(end, loop, count - 1));
  }

  llvm::function_ref<void(const Conflict &)> report;
  SharedMemories memories;
  bool countsCopies; ///< whether a barrier leaves any in flight
  ir::IndexValues indices;
  /// Barriers that the second half has taken more than the first; balanced, so that it is the same
  /// in every step of a loop.
  int64_t lead = 0;
  ir::BarrierOp opening; ///< which has set the halves apart last
};

/// Follows the lead of the second half alone.
class Balance {
public:
  std::optional<Imbalance> found;

  int64_t leadBehind(Block &block) {
    int64_t lead = 0;
    for (Operation &op : block) {
      if (auto barrier = dyn_cast<ir::BarrierOp>(op))
        lead += leadOf(barrier);
      else if (auto loop = dyn_cast<ir::IterateOp>(op))
        require(loop, leadBehind(*loop.getBlock()));
      else if (auto choice = dyn_cast<ir::IfOp>(op)) {
        const int64_t then = leadBehind(choice.getThen().front());
        require(choice, then - leadBehind(choice.getOtherwise().front()));
        lead += then;
      }
    }
    return lead;
  }

  void require(Operation *in, int64_t lead) {
    if (lead == 0 || found)
      return;
    in->walk([&](ir::BarrierOp barrier) {
      if (barrier.getHalf() && !found)
        found = {in, barrier, lead};
    });
  }
};

} // namespace

std::optional<Imbalance> findImbalance(ir::KernelOp kernel) {
  Balance balance;
  balance.require(kernel, balance.leadBehind(*kernel.getBlock()));
  return balance.found;
}

void findConflicts(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report) {
  State state;
  Follower(kernel, report).run(kernel.getBlock(), state, true);
}

} // namespace wave::analysis
