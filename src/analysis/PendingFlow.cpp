//===- PendingFlow.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/PendingFlow.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

PendingFlow::PendingFlow(ir::KernelOp kernel, bool countsCopies)
    : countsCopies(countsCopies), memories(kernel) {
  int64_t lead = 0;
  addBlock(*kernel.getBlock(), lead, 0);
  for (const auto &[index, point] : llvm::enumerate(points))
    if (point.op)
      pointOf[point.op] = index;
  for (size_t index = 0; index < points.size(); ++index)
    for (Pending pending : SmallVector<Pending, 2>(points[index].made)) {
      if (isCopyOperation(pending.op))
        pending.passCopy();
      reach(points[index].next, {pending, SmallVector<int64_t, 2>(points[index].depth, 0)});
    }
  isFree = run();
}

bool PendingFlow::canErase(ir::BarrierOp barrier) {
  Point &point = points[pointOf.lookup(barrier)];
  point.isErased = true;
  point.isErased = letsMoreOn(barrier);
  return point.isErased;
}

bool PendingFlow::canReachLess(ir::BarrierOp barrier) { return letsMoreOn(barrier); }

/// Follows what a barrier that has changed lets go on, and takes it back if that is in conflict.
bool PendingFlow::letsMoreOn(ir::BarrierOp barrier) {
  if (!isFree)
    return false;
  const size_t index = pointOf.lookup(barrier);
  before.emplace();
  for (const Fact &fact : SmallVector<Fact, 4>(points[index].facts))
    if (std::optional<Fact> behind = behindBarrier(points[index], fact))
      reach(points[index].next, std::move(*behind));
  const bool can = run();
  if (!can)
    for (auto &[changed, facts] : *before)
      points[changed].facts = std::move(facts);
  waiting.clear();
  before.reset();
  return can;
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Of the operations that something happens at, and of the block's end; the first one.
size_t PendingFlow::addBlock(Block &block, int64_t &lead, size_t depth) {
  std::optional<size_t> first, last;
  const auto add = [&](Operation *op) {
    const size_t index = points.size();
    points.push_back({.op = op, .parent = block.getParentOp(), .depth = depth, .lead = lead});
    if (last)
      points[*last].next = index;
    first = first.value_or(index);
    last = index;
    return index;
  };
  for (Operation &op : block) {
    if (auto barrier = dyn_cast<ir::BarrierOp>(op)) {
      lead += leadOf(barrier); // what it passes is behind it
      add(&op);
    } else if (op.getNumRegions() > 0) {
      const size_t index = add(&op);
      SmallVector<size_t, 2> blocks;
      for (Region &region : op.getRegions())
        blocks.push_back(addBlock(region.front(), lead,
                                  isa<ir::RoleOp>(op)      ? 0
                                  : isa<ir::IterateOp>(op) ? depth + 1
                                                           : depth));
      points[index].blocks = blocks;
    } else if (SmallVector<Access> accesses = memories.accessesOf(&op);
               !accesses.empty() || isCopyOperation(&op)) {
      addAccesses(points[add(&op)], accesses);
    }
  }
  add(nullptr);
  return *first;
}

void PendingFlow::addAccesses(Point &point, ArrayRef<Access> accesses) {
  for (const Access &access : accesses) {
    Pending now{point.op,     access.memory,       access.isWrite,
                std::nullopt, Parting(point.lead), point.lead != 0};
    if (isChannel(access.memory)) {
      if (isEndOfUse(point.op)) // others may come to lie there
        point.made.push_back(now);
      continue;
    }
    if (isa<ir::BufferType>(access.memory.getType()))
      now.slot = indices.of(ir::slotOf(point.op));
    if (now.isCounted())
      now.copiesSince = -1; // none when the operation is over
    point.made.push_back(now);
    point.checked.push_back(now);
  }
}

//===----------------------------------------------------------------------===//
// The flow
//===----------------------------------------------------------------------===//

void PendingFlow::reach(size_t index, Fact fact) {
  SmallVector<Fact, 4> &facts = points[index].facts;
  if (llvm::any_of(facts, [&](const Fact &other) { return other.pending.covers(fact.pending); }))
    return;
  if (before)
    before->try_emplace(index, facts);
  llvm::erase_if(facts, [&](const Fact &other) { return fact.pending.covers(other.pending); });
  facts.push_back(fact);
  waiting.emplace_back(index, std::move(fact));
}

/// Until nothing more is pending anywhere; false as soon as something is in conflict.
bool PendingFlow::run() {
  while (!waiting.empty()) {
    const auto [index, fact] = std::move(waiting.back());
    waiting.pop_back();
    if (!step(index, fact))
      return false;
  }
  return true;
}

bool PendingFlow::step(size_t index, const Fact &fact) {
  const Point &point = points[index];
  if (point.isErased) { // its operation may be gone
    reach(point.next, fact);
  } else if (!point.op) {
    leaveBlock(point, fact);
  } else if (!point.blocks.empty()) {
    enterBlocks(point, fact);
  } else if (isa<ir::BarrierOp>(point.op)) {
    if (std::optional<Fact> behind = behindBarrier(point, fact))
      reach(point.next, std::move(*behind));
  } else {
    if (llvm::any_of(point.checked,
                     [&](const Pending &now) { return areInConflict(fact.pending, now); }))
      return false;
    Fact behind = fact;
    if (isCopyOperation(point.op))
      behind.pending.passCopy();
    reach(point.next, std::move(behind));
  }
  return true;
}

/// Nothing, where the barrier parts it.
std::optional<PendingFlow::Fact> PendingFlow::behindBarrier(const Point &point,
                                                            const Fact &fact) const {
  Fact behind = fact;
  if (!point.isErased)
    behind.pending.pass(cast<ir::BarrierOp>(point.op), point.lead);
  return behind.pending.parting.isParted() ? std::nullopt : std::optional(behind);
}

void PendingFlow::enterBlocks(const Point &point, const Fact &fact) {
  const size_t next = point.next;
  if (isa<ir::RoleOp>(point.op)) // the waves of a role meet without the others
    return reach(next, fact);
  if (isa<ir::IfOp>(point.op)) {
    for (size_t block : SmallVector<size_t, 2>(point.blocks))
      reach(block, fact);
    return;
  }
  auto loop = cast<ir::IterateOp>(point.op);
  Fact first = fact;
  first.steps.push_back(0);
  if (countsCopies && !loop.isWhile())
    first.pending.enter(indices.of(loop.getCounter()));
  const bool mayBeSkipped = symbolic::constantOf(indices.of(loop.getCount())).value_or(0) <= 0;
  reach(point.blocks.front(), std::move(first));
  if (mayBeSkipped)
    reach(next, fact);
}

void PendingFlow::leaveBlock(const Point &point, const Fact &fact) {
  if (isa<ir::IfOp>(point.parent))
    return reach(points[pointOf.lookup(point.parent)].next, fact);
  auto loop = dyn_cast<ir::IterateOp>(point.parent);
  if (!loop) // the end of a role, or of the kernel
    return;
  const Point &around = points[pointOf.lookup(loop)];
  const size_t head = around.blocks.front(), behind = around.next;
  Fact next = fact, last = fact;
  // Slots of ever earlier steps are told apart only so far: copies may be in flight for some.
  next.pending.slot = ++next.steps.back() > stepsToldApart(countsCopies)
                          ? std::nullopt
                          : slotBehind(fact.pending, loop, indices.of(loop.getCounter()) - 1);
  last.pending.slot = slotBehind(fact.pending, loop, indices.of(loop.getCount()) - 1);
  last.steps.pop_back();
  reach(head, std::move(next));
  reach(behind, std::move(last));
}

/// As it is seen behind a step in which the loop's counter was `earlier`.  By how much the counter
/// of a while loop moves, and what a loop carries, nobody knows here.
std::optional<Expr> PendingFlow::slotBehind(const Pending &pending, ir::IterateOp loop,
                                            const Expr &earlier) {
  if (!pending.slot)
    return std::nullopt;
  Expr slot = *pending.slot;
  if (const std::string counter = indices.of(loop.getCounter()).str();
      symbolic::mentions(slot, counter)) {
    if (loop.isWhile())
      return std::nullopt;
    Bindings bindings;
    bindings.set(counter, earlier);
    slot = symbolic::substitute(slot, bindings);
  }
  for (Value value : loop.getCarried())
    if (value.getType().isIndex() && symbolic::mentions(slot, indices.of(value).str()))
      return std::nullopt;
  return slot;
}

} // namespace wave::analysis
