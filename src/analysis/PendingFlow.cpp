//===- PendingFlow.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/PendingFlow.h"

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
  point.isErased = canOrderLess(barrier);
  return point.isErased;
}

bool PendingFlow::canReachLess(ir::BarrierOp barrier) { return canOrderLess(barrier); }

/// Follows what a barrier that has changed leaves pending, and takes it back if that is in
/// conflict.
bool PendingFlow::canOrderLess(ir::BarrierOp barrier) {
  if (!isFree)
    return false;
  const size_t index = pointOf.lookup(barrier);
  before.emplace();
  for (const Fact &fact : SmallVector<Fact, 4>(points[index].facts))
    if (std::optional<Fact> after = afterBarrier(points[index], fact))
      reach(points[index].next, std::move(*after));
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

/// Of the operations that change what is pending or may be in conflict with it, and of the block's
/// end; the first one.
size_t PendingFlow::addBlock(Block &block, int64_t &lead, size_t depth) {
  std::optional<size_t> first, last;
  const auto add = [&](Operation *op) {
    const size_t index = points.size();
    points.push_back({.op = op, .depth = depth, .lead = lead});
    if (last)
      points[*last].next = index;
    first = first.value_or(index);
    last = index;
    return index;
  };
  for (Operation &op : block) {
    if (auto barrier = dyn_cast<ir::BarrierOp>(op)) {
      lead += leadOf(barrier); // what passes it is after it
      add(&op);
    } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      addRegions(branch, add(&op), lead, depth);
    } else if (SmallVector<Access> accesses = memories.accessesOf(&op);
               !accesses.empty() || isCopyOperation(&op)) {
      addAccesses(points[add(&op)], accesses);
    }
  }
  const size_t end = add(nullptr);
  if (auto branch = dyn_cast<RegionBranchOpInterface>(block.getParentOp()))
    points[end].edges = edgesFrom(branch, block.getParent());
  return *first;
}

/// `lead` is the same at the end of each region that control leaves the operation from.
void PendingFlow::addRegions(RegionBranchOpInterface op, size_t index, int64_t &lead,
                             size_t depth) {
  points[index].edges = edgesFrom(op, nullptr);
  const int64_t before = lead;
  for (Region &region : op->getRegions()) {
    int64_t end = before;
    const size_t begin =
        addBlock(region.front(), end, depth + op.isRepetitiveRegion(region.getRegionNumber()));
    points[index].regions.push_back(begin);
    if (llvm::any_of(edgesFrom(op, &region), [](const FlowEdge &edge) { return !edge.to; }))
      lead = end;
  }
}

void PendingFlow::addAccesses(Point &point, ArrayRef<Access> accesses) {
  for (const Access &access : accesses) {
    Pending now{
        point.op,       access.memory, access.isWrite, std::nullopt, BarrierOrder(point.lead),
        point.lead != 0};
    if (isChannel(access.memory)) {
      if (isEndOfUse(point.op)) // other rings may come to lie there
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
  } else if (!point.op || !point.regions.empty()) {
    for (const FlowEdge &edge : point.edges)
      follow(edge, fact);
  } else if (isa<ir::BarrierOp>(point.op)) {
    if (std::optional<Fact> after = afterBarrier(point, fact))
      reach(point.next, std::move(*after));
  } else {
    if (llvm::any_of(point.checked,
                     [&](const Pending &now) { return areInConflict(fact.pending, now); }))
      return false;
    Fact after = fact;
    if (isCopyOperation(point.op))
      after.pending.passCopy();
    reach(point.next, std::move(after));
  }
  return true;
}

/// Nothing where the barrier completes its order.
std::optional<PendingFlow::Fact> PendingFlow::afterBarrier(const Point &point,
                                                           const Fact &fact) const {
  Fact after = fact;
  if (!point.isErased)
    after.pending.pass(cast<ir::BarrierOp>(point.op), point.lead);
  return after.pending.order.isComplete() ? std::nullopt : std::optional(after);
}

void PendingFlow::follow(FlowEdge edge, Fact fact) {
  const Point &around = points[pointOf.lookup(edge.op)];
  const size_t target = edge.to ? around.regions[edge.to->getRegionNumber()] : around.next;
  if (edge.isBackEdge())
    edge.round = fact.iterations.back()++;
  fact.iterations.resize(points[target].depth, 0);
  fact.pending.follow(edge, indicesAcross, countsCopies);
  reach(target, std::move(fact));
}

} // namespace wave::analysis
