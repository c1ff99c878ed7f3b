//===- SequenceIndices.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/stage/SequenceIndices.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

static ir::IterateOp loopOf(Block *body) { return cast<ir::IterateOp>(body->getParentOp()); }

/// The bodies of the loops around `block`, the outermost one first.
static SmallVector<Block *> bodiesAround(Block *block) {
  SmallVector<Block *> bodies;
  for (; !isa<ir::KernelOp, ir::RoleOp>(block->getParentOp());
       block = block->getParentOp()->getBlock())
    if (isa<ir::IterateOp>(block->getParentOp()))
      bodies.insert(bodies.begin(), block);
  return bodies;
}

/// The uses in one step of the first loop, where all its steps have equally many.
static std::optional<Expr> usesOfStep(ArrayRef<Block *> bodies, ir::IndexValues &indices) {
  Expr uses = Expr::constant(1);
  for (Block *body : bodies.drop_front()) {
    if (loopOf(body).isWhile())
      return std::nullopt;
    uses = uses * indices.of(loopOf(body).getCount());
  }
  for (const std::string &symbol : symbolic::symbolsOf(uses))
    if (Value root = indices.root(symbol);
        root && bodies.front()->getParent()->isAncestor(root.getParentRegion()))
      return std::nullopt;
  return uses;
}

Expr SequenceIndices::of(Block *block, ir::IndexValues &indices) {
  const SmallVector<Block *> bodies = bodiesAround(block);
  Expr number = Expr::constant(0);
  for (size_t i = 0; i < bodies.size(); ++i)
    number = enter(Bodies(bodies).drop_front(i), number, indices);
  return number;
}

Expr SequenceIndices::endOf(Block *block, ir::IndexValues &indices) {
  return leave(bodiesAround(block), Expr::constant(0), indices);
}

std::optional<int64_t> SequenceIndices::constantEndOf(Block *block) {
  int64_t uses = 1;
  for (Block *body : bodiesAround(block)) {
    const std::optional<int64_t> count = loopOf(body).getConstantCount();
    if (!count)
      return std::nullopt;
    uses *= *count;
  }
  return uses;
}

/// The number at the beginning of a step of the first loop, which begins with `start`.
Expr SequenceIndices::enter(Bodies bodies, const Expr &start, ir::IndexValues &indices) {
  ir::IterateOp loop = loopOf(bodies.front());
  if (std::optional<Expr> uses = usesOfStep(bodies, indices); uses && !loop.isWhile())
    return start + indices.of(loop.getCounter()) * *uses;
  const unsigned number = carriedBy(bodies, start, indices);
  return indices.of(loopOf(bodies.front()).getCarried()[number]);
}

/// The number behind all loops.
Expr SequenceIndices::leave(Bodies bodies, const Expr &start, ir::IndexValues &indices) {
  if (bodies.empty())
    return start + 1;
  ir::IterateOp loop = loopOf(bodies.front());
  if (std::optional<Expr> uses = usesOfStep(bodies, indices); uses && !loop.isWhile())
    return start + indices.of(loop.getCount()) * *uses;
  const unsigned number = carriedBy(bodies, start, indices);
  return indices.of(loopOf(bodies.front()).getResult(number));
}

/// Which of what the first loop carries is the number.
unsigned SequenceIndices::carriedBy(Bodies bodies, const Expr &start, ir::IndexValues &indices) {
  const auto key = std::pair(bodies.front(), bodies.back());
  if (auto found = carried.find(key); found != carried.end())
    return found->second;
  ir::IterateOp loop = loopOf(bodies.front());
  OpBuilder before(loop);
  loop = loop.carrying(indices.create(before, loop.getLoc(), start));
  const unsigned number = loop.getNumResults() - 1;
  carried[key] = number;
  const Expr next = leave(bodies.drop_front(), indices.of(loop.getCarried()[number]), indices);
  OpBuilder atEnd(loop.getYield());
  loop.getYield().getValuesMutable().slice(number, 1).assign(
      indices.create(atEnd, loop.getLoc(), next));
  return number;
}

} // namespace wave
