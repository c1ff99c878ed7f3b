//===- MapLoop.cpp - A loop around a write, as expressions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/MapLoop.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

namespace wave::symbolic {

MapLoop countedLoop(std::string counter, const Expr &count) {
  const Expr index = Expr::symbol(counter);
  return {std::move(counter), 0, (index < count).value(), index + 1};
}

std::optional<Expr> boundOf(const MapLoop &loop) {
  const Expr &condition = loop.condition;
  if (!isKind(condition, Kind::Lt) && !isKind(condition, Kind::Le))
    return std::nullopt;
  // Terms change sides when a comparison is simplified: counter < a - b is b + counter < a.
  const Expr counter = Expr::symbol(loop.counter);
  const Expr bound = operand(condition, 1) - operand(condition, 0) + counter +
                     (isKind(condition, Kind::Le) ? 1 : 0);
  if (mentions(bound, loop.counter))
    return std::nullopt;
  return bound;
}

std::optional<Expr> stepOf(const MapLoop &loop) {
  const Expr step = loop.next - Expr::symbol(loop.counter);
  if (mentions(step, loop.counter))
    return std::nullopt;
  return step;
}

bool isCounted(const MapLoop &loop) {
  const std::optional<Expr> step = stepOf(loop);
  return isConstant(loop.start, 0) && step && isConstant(*step, 1) && boundOf(loop);
}

} // namespace wave::symbolic
