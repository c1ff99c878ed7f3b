//===- AccumulatedSteps.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/stage/AccumulatedSteps.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

/// Whether the expression is known before the loop begins.
static bool isKnownBefore(ir::IterateOp loop, const Expr &expr, const ir::IndexValues &indices) {
  return llvm::none_of(symbolic::symbolsOf(expr), [&](const std::string &symbol) {
    Value root = indices.root(symbol);
    return root && loop.getBody().isAncestor(root.getParentRegion());
  });
}

Expr accumulatedSteps(Value accumulator, ir::IndexValues &indices) {
  if (accumulator.getDefiningOp<ir::MmaOp>())
    return Expr::constant(1);
  auto loop = accumulator.getDefiningOp<ir::IterateOp>();
  if (!loop) // its zero, or what the loop around carries
    return Expr::constant(0);
  const unsigned number = cast<OpResult>(accumulator).getResultNumber();
  const Expr before = accumulatedSteps(loop.getInit()[number], indices);
  const Expr step = accumulatedSteps(loop.getYield().getValues()[number], indices);
  if (symbolic::constantOf(before) == 1 || symbolic::constantOf(step) == 0)
    return before;
  if (!loop.isWhile() && isKnownBefore(loop, step, indices)) {
    const Expr steps = indices.of(loop.getCount()) * step;
    return symbolic::isConstant(before, 0) ? steps : max(before, steps);
  }
  OpBuilder builder(loop);
  loop = loop.carrying(indices.create(builder, loop.getLoc(), before));
  const unsigned carried = loop.getNumResults() - 1;
  builder.setInsertionPoint(loop.getYield());
  const Expr next = max(indices.of(loop.getCarried()[carried]), step);
  loop.getYield()
      .getValuesMutable()
      .slice(carried, 1)
      .assign(indices.create(builder, loop.getLoc(), next));
  return indices.of(loop.getResult(carried));
}

} // namespace wave
