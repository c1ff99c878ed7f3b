//===- TargetLoops.cpp - What loops of the target form carry --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "symbolic/Bounds.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "targets/nvidia/protocol/TargetIndices.h"

using namespace mlir;
using wave::symbolic::constantOf;

namespace wave::nvidia {

/// The innermost one; null for none.
static Operation *loopAround(Operation *op) {
  Operation *parent = op->getParentOp();
  while (parent && !isa<scf::ForOp, scf::WhileOp>(parent))
    parent = parent->getParentOp();
  return parent;
}

int64_t TargetIndices::loopsAround(Operation *op) {
  int64_t depth = 0;
  while ((op = loopAround(op)))
    ++depth;
  return depth;
}

Expr TargetIndices::tripAt(int64_t depth) { return Expr::symbol("T" + std::to_string(depth)); }

static bool isIndex(Value value) {
  return value.getType().isIndex() || value.getType().isInteger(32) ||
         value.getType().isInteger(64);
}

/// A symbol of its own, until it is solved.
Expr TargetIndices::carry(Value argument) {
  const Expr symbol = Expr::symbol("C" + std::to_string(known.size()));
  known.try_emplace(argument, symbol);
  return symbol;
}

LoopIndices TargetIndices::of(Operation *loop) {
  const LoopIndices &found = solve(loop);
  LoopIndices result{found.trip, solved(found.count), {}};
  for (const CarriedIndex &index : found.carried)
    result.carried.push_back(
        {solved(index.now), solved(index.next), solved(index.first), solved(index.last)});
  return result;
}

const LoopIndices &TargetIndices::solve(Operation *loop) {
  // The loops around it first: what this one begins with leads to them, and they lead back to it.
  if (Operation *parent = loopAround(loop); parent && begun.insert(parent).second)
    solve(parent);
  if (auto found = loops.find(loop); found != loops.end())
    return found->second;
  begun.insert(loop);
  const Expr trip = tripAt(loopsAround(loop));
  LoopIndices indices{trip, trip, {}};
  begin(loop, indices);
  solveCarried(indices);
  for (CarriedIndex &index : indices.carried) {
    if (!index.last.same_as(index.now))
      continue; // has no solution over trips
    Bindings atEnd;
    atEnd.set(trip.str(), indices.count);
    index.last = symbolic::substitute(solved(index.now), atEnd);
  }
  const LoopIndices &result = loops.insert_or_assign(loop, std::move(indices)).first->second;
  size_t number = 0;
  for (OpResult each : loop->getResults())
    if (isIndex(each) && number < result.carried.size())
      known.try_emplace(each, result.carried[number++].last);
  return result;
}

/// Gives the arguments of the body their symbols, and reads what the next trip has.
void TargetIndices::begin(Operation *loop, LoopIndices &indices) {
  SmallVector<std::array<Value, 3>> carried; // the argument, before the loop, in the next trip
  if (auto counted = dyn_cast<scf::ForOp>(loop)) {
    const Expr first = raw(counted.getLowerBound()), step = raw(counted.getStep());
    known.try_emplace(counted.getInductionVar(), first + indices.trip * step);
    indices.count = ceildiv(raw(counted.getUpperBound()) - first, step);
    for (auto [argument, init, next] : llvm::zip_equal(
             counted.getRegionIterArgs(), counted.getInits(), counted.getYieldedValues()))
      if (isIndex(argument))
        carried.push_back({argument, init, next});
  } else {
    auto open = cast<scf::WhileOp>(loop);
    scf::ConditionOp condition = open.getConditionOp();
    const bool isAlike = llvm::equal(condition.getArgs(), open.getBeforeArguments());
    for (auto [argument, init, next] :
         llvm::zip_equal(open.getBeforeArguments(), open.getInits(), open.getYieldedValues()))
      if (isIndex(argument) && isAlike)
        carried.push_back({argument, init, next});
  }
  for (const auto &[argument, init, next] : carried) {
    const Expr now = carry(argument);
    indices.carried.push_back({now, now, raw(init), now});
  }
  if (auto open = dyn_cast<scf::WhileOp>(loop)) {
    for (auto [before, after] : llvm::zip(open.getBeforeArguments(), open.getAfterArguments()))
      if (known.contains(before))
        known.try_emplace(after, Expr(known.find(before)->second));
    // As many as others with the same condition.
    indices.count = termOf("trips", {raw(open.getConditionOp().getCondition())});
  }
  for (auto [index, each] : llvm::zip_equal(indices.carried, carried))
    index.next = raw(each[2]);
}

/// In any order: a phase is solved after the slot with which it goes round.
void TargetIndices::solveCarried(LoopIndices &indices) {
  slots.clear();
  SmallVector<CarriedIndex *> left;
  for (CarriedIndex &index : indices.carried)
    left.push_back(&index);
  for (size_t before = left.size() + 1; before > left.size();) {
    before = left.size();
    llvm::erase_if(left, [&](CarriedIndex *index) { return solve(indices, *index); });
  }
  // The others are what follows the same recurrences from the same beginnings.
  std::vector<std::vector<Expr>> recurrences;
  for (CarriedIndex *index : left)
    recurrences.push_back(recurrencesOf(index, left));
  for (auto [index, all] : llvm::zip_equal(left, recurrences)) {
    const Expr now = termOf("carried " + indices.trip.str(), std::move(all));
    setSolution(index->now.str(), now);
    index->last = termOf("last", {now, indices.count});
  }
}

/// Where it begins and how it goes on, and so of those that it depends on.  What else a loop
/// carries makes no difference: roles carry more or less.
std::vector<Expr> TargetIndices::recurrencesOf(CarriedIndex *index,
                                               ArrayRef<CarriedIndex *> carried) {
  SmallVector<CarriedIndex *> order = {index};
  for (size_t at = 0; at < order.size(); ++at) {
    const Expr next = solved(order[at]->next);
    for (CarriedIndex *other : carried)
      if (!llvm::is_contained(order, other) && dependsOn(next, other->now.str()))
        order.push_back(other);
  }
  // The symbol of one may stand in what its next value is computed from, as where that is read
  // from memory: it gets a name that other loops give as well.
  for (auto [number, each] : llvm::enumerate(order))
    setSolution(each->now.str(), Expr::symbol("X" + std::to_string(number)));
  std::vector<Expr> recurrences;
  for (const CarriedIndex *each : order) {
    recurrences.push_back(each->first);
    recurrences.push_back(solved(each->next));
  }
  for (const CarriedIndex *each : order)
    forgetSolution(each->now.str());
  return recurrences;
}

/// Whether it is from 0 to less than `end`, whatever the symbols are.
static bool isBelow(const Expr &x, int64_t end) {
  const symbolic::Interval bounds = symbolic::boundsOf(x, {});
  return bounds.low && bounds.high && *bounds.low >= 0 && *bounds.high < end;
}

bool TargetIndices::solve(const LoopIndices &indices, const CarriedIndex &carried) {
  const Expr next = solved(carried.next), first = solved(carried.first);
  const std::string symbol = carried.now.str();
  const auto varies = [&](const Expr &expr) {
    return dependsOn(expr, indices.trip.str()) ||
           llvm::any_of(indices.carried, [&](const CarriedIndex &other) {
             return dependsOn(expr, other.now.str());
           });
  };
  if (const Expr step = next - carried.now; !varies(step)) {
    setSolution(symbol, first + indices.trip * step);
    return true;
  }
  // A phase of which each trip has as many uses as there are slots.
  if (constantOf(next + carried.now) == 1) {
    if (!isBelow(first, 2))
      return false;
    setSolution(symbol, (first + indices.trip) % 2);
    return true;
  }
  if (!symbolic::isKind(next, symbolic::Kind::Select))
    return false;
  const Expr &wraps = symbolic::operand(next, 0);
  const Expr ahead = symbolic::operand(next, 1) - carried.now;
  const Expr back = symbolic::operand(next, 2) - carried.now;
  // A slot.
  if (constantOf(ahead) && constantOf(back)) {
    const int64_t step = *constantOf(ahead), count = step - *constantOf(back);
    if (count < 1 || step < 0 || step > count ||
        !wraps.same_as((carried.now + step < count).value()))
      return false;
    if (!isBelow(first, count))
      return false;
    slots.push_back({wraps, first, ahead, count});
    setSolution(symbol, (first + indices.trip * step) % count);
    return true;
  }
  // A phase: its slot may have been put in its place already.
  for (const Slot &slot : slots) {
    const Expr raw = carried.next;
    if (!symbolic::isKind(raw, symbolic::Kind::Select) ||
        !symbolic::operand(raw, 0).same_as(slot.wraps) ||
        !symbolic::operand(raw, 1).same_as(carried.now) ||
        !symbolic::operand(raw, 2).same_as(1 - carried.now))
      continue;
    if (!isBelow(first, 2))
      return false;
    const Expr number = first * slot.slots + slot.first + indices.trip * slot.step;
    setSolution(symbol, floordiv(number, slot.slots) % 2);
    return true;
  }
  return false;
}

} // namespace wave::nvidia
