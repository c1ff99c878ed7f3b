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

/// A condition counter * step < bound, in which neither depends on the counter.
struct Comparison {
  Expr step, bound;
};

static std::optional<Comparison> comparisonOf(const MapLoop &loop) {
  const Expr &condition = loop.condition;
  if (!isKind(condition, Kind::Lt) && !isKind(condition, Kind::Le))
    return std::nullopt;
  // Terms change sides when a comparison is simplified: counter < a - b is b + counter < a.
  const Expr rest =
      operand(condition, 1) - operand(condition, 0) + (isKind(condition, Kind::Le) ? 1 : 0);
  const auto at = [&](int64_t trip) {
    Bindings counter;
    counter.set(loop.counter, trip);
    return substitute(rest, counter);
  };
  const Expr step = at(0) - at(1);
  const Expr bound = rest + Expr::symbol(loop.counter) * step;
  if (mentions(step, loop.counter) || mentions(bound, loop.counter))
    return std::nullopt;
  return Comparison{step, bound};
}

bool isPositiveConstant(const Expr &expr) { return isConstant(expr) && expr.node().value >= 1; }

std::optional<Expr> boundOf(const MapLoop &loop, const PositiveTest &isPositive) {
  const std::optional<Comparison> comparison = comparisonOf(loop);
  if (!comparison || !isPositive(comparison->step))
    return std::nullopt;
  return ceildiv(comparison->bound, comparison->step);
}

std::optional<Expr> stridedIndexOf(const MapLoop &loop) {
  const std::optional<Comparison> comparison = comparisonOf(loop);
  const std::optional<Expr> step = stepOf(loop);
  if (!comparison || !isConstant(loop.start, 0) || !step || !isConstant(*step, 1) ||
      isConstant(comparison->step, 1))
    return std::nullopt;
  // The side of the counter, but for what came from the other one.
  for (const Expr &side : {operand(loop.condition, 0), operand(loop.condition, 1)})
    if (mentions(side, loop.counter)) {
      Bindings first;
      first.set(loop.counter, 0);
      const Expr start = substitute(side, first);
      const Expr index = Expr::symbol(loop.counter) * comparison->step + start;
      return side.same_as(index) ? std::optional(index) : std::nullopt;
    }
  return std::nullopt;
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
