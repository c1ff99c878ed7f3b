//===- IndexRanges.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/IndexRanges.h"

#include <limits>

#include "dialect/Distribution.h"
#include "symbolic/Difference.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

static Expr gridSize(ir::KernelOp kernel, size_t dim) {
  return cast<ir::ExprAttr>((*kernel.getGrid())[dim]).getValue();
}

/// Without a workgroup or a step an index has no value, so that any range will do: one that bounds
/// can be computed from.
static symbolic::Interval orFirst(std::optional<int64_t> low, std::optional<int64_t> high) {
  if (low && high)
    high = std::max(*low, *high);
  return {low, high};
}

/// All values of an integer type.
static symbolic::Interval rangeOf(Type type) {
  if (!type.isInteger(32))
    return {};
  return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
}

IndexRanges::IndexRanges(ir::KernelOp kernel) : kernel(kernel) {
  // Where no workgroup is launched no index has a value, so that sizes which empty the grid
  // do not occur.
  for (ir::ExprAttr open : ir::launchSymbols(kernel)) {
    Bindings none;
    none.set(open.getSymbol()->str(), 0);
    bool isEmptied = false;
    for (size_t dim = 0; dim < 3; ++dim)
      isEmptied |= symbolic::substitute(gridSize(kernel, dim), none).same_as(Expr::constant(0));
    if (ir::ScalarAttr scalar = kernel.getScalar(*open.getSymbol()))
      ranges[open.getSymbol()->str()] = rangeOf(scalar.getType());
    else
      ranges[open.getSymbol()->str()] = {isEmptied ? 1 : 0, std::nullopt};
  }
  for (auto [dim, id] : llvm::enumerate(symbolic::workgroupIds)) {
    const std::optional<int64_t> high = symbolic::boundsOf(gridSize(kernel, dim) - 1, ranges).high;
    ranges[std::string(id.name())] = orFirst(0, high);
  }
}

/// What is read may be any number of its type, or what fills in for it; less where the kernel
/// assumes more, in the block where it reads: whatever computes the one checks the other.
void IndexRanges::addReadRange(const std::string &symbol, ir::ReadIndexOp read) {
  symbolic::Interval range = rangeOf(read.getMemory().getType().getElementType());
  const auto outside = read.getOutside();
  if (range.low)
    range = {std::min<int64_t>(outside, *range.low), std::max<int64_t>(outside, *range.high)};
  ranges[symbol] = range; // what it is compared with may depend on it
  const Expr self = Expr::symbol(symbol);
  const auto raise = [&](const Expr &low) {
    if (const auto end = boundsOf(low).low; end && !symbolic::mentions(low, symbol))
      range.low = std::max(range.low.value_or(*end), *end);
  };
  const auto lower = [&](const Expr &high) {
    if (const auto end = boundsOf(high).high; end && !symbolic::mentions(high, symbol))
      range.high = std::min(range.high.value_or(*end), *end);
  };
  for (auto assume : read->getBlock()->getOps<ir::AssumeOp>()) {
    const Expr condition = values.of(assume.getCondition());
    const bool isEqual = symbolic::isKind(condition, symbolic::Kind::Eq),
               isLess = symbolic::isKind(condition, symbolic::Kind::Lt);
    if (!isEqual && !isLess && !symbolic::isKind(condition, symbolic::Kind::Le))
      continue;
    // At least 0.
    const Expr rest = symbolic::operand(condition, 1) - symbolic::operand(condition, 0) -
                      (isLess ? Expr(1) : Expr(0));
    raise(self - rest);
    lower(self + rest);
    if (isEqual) {
      raise(self + rest);
      lower(self - rest);
    }
  }
  if (range.low && range.high)
    range.high = std::max(*range.low, *range.high); // the launch is refused
  ranges[symbol] = range;
}

/// Of a counter, of what a loop carries, or of what is read, from memory or from another role.
void IndexRanges::addRange(const std::string &symbol) {
  const Value root = values.root(symbol);
  if (auto read = root ? root.getDefiningOp<ir::ReadIndexOp>() : ir::ReadIndexOp();
      read && !ranges.contains(symbol))
    addReadRange(symbol, read);
  if (auto read = root ? root.getDefiningOp<ir::ScalarReadOp>() : ir::ScalarReadOp();
      read && !ranges.contains(symbol))
    if (ir::ScalarWriteOp write = ir::scalarWriteOf(read.getRing())) {
      ranges[symbol] = {}; // it may have been read itself
      ranges[symbol] = boundsOf(values.of(write.getValue()));
    }
  auto argument = dyn_cast_or_null<BlockArgument>(root);
  auto loop =
      argument ? dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp()) : ir::IterateOp();
  if (!loop || ranges.contains(symbol))
    return;
  ranges[symbol] = {}; // its bounds do not depend on itself
  symbolic::Interval range;
  if (std::optional<unsigned> number = loop.carriedNumber(argument)) {
    // By induction: it begins there, and no step makes it less.
    const Expr step = values.of(loop.getYield().getValues()[*number]) - Expr::symbol(symbol);
    range.low = boundsOf(values.of(loop.getInit()[*number])).low;
    if (range.low) {
      ranges[symbol] = {range.low, std::nullopt};
      if (!isNonNegative(step))
        range.low.reset();
    }
  } else if (!loop.isWhile()) {
    range = orFirst(0, boundsOf(values.of(loop.getCount()) - 1).high);
  } else {
    const symbolic::MapLoop map = mapLoop(loop);
    const std::optional<Expr> bound = boundOf(map);
    range = orFirst(boundsOf(map.start).low,
                    bound ? boundsOf(*bound - 1).high : std::optional<int64_t>());
    // By induction: it begins there, and grows in each step if it is there.
    if (range.low) {
      ranges[symbol] = {range.low, range.high};
      if (!advances(loop))
        range.low.reset();
    }
  }
  ranges[symbol] = range;
}

symbolic::Interval IndexRanges::boundsOf(const Expr &expr) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    addRange(symbol);
  return symbolic::boundsOf(expr, ranges);
}

symbolic::Interval IndexRanges::boundsOf(const Expr &expr, const symbolic::Intervals &others) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    addRange(symbol);
  symbolic::Intervals all = ranges;
  all.insert(others.begin(), others.end());
  return symbolic::boundsOf(expr, all);
}

bool IndexRanges::alwaysHasValue(const Expr &expr, const symbolic::Intervals &others) {
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    addRange(symbol);
  symbolic::Intervals all = ranges;
  all.insert(others.begin(), others.end());
  return symbolic::alwaysHasValue(expr, all);
}

/// Whether the expression grows with the symbol, 1, falls, -1, or does not depend on it, 0; nothing
/// where that is not known.
std::optional<int> IndexRanges::directionOf(const Expr &expr, const std::string &symbol) {
  using symbolic::Kind;
  if (!symbolic::mentions(expr, symbol))
    return 0;
  const Kind kind = symbolic::kindOf(expr);
  if (kind == Kind::Symbol)
    return 1;
  const std::vector<Expr> &operands = expr.node().operands;
  if (kind == Kind::Add || kind == Kind::Min || kind == Kind::Max) {
    int all = 0;
    for (const Expr &each : operands) {
      const std::optional<int> own = directionOf(each, symbol);
      if (!own || (all != 0 && *own != 0 && *own != all))
        return std::nullopt;
      all = all == 0 ? *own : all;
    }
    return all;
  }
  const bool isQuotient = kind == Kind::FloorDiv || kind == Kind::CeilDiv;
  if (!isQuotient && kind != Kind::Mul)
    return std::nullopt;
  std::optional<int> own;
  int sign = 1;
  for (const Expr &each : operands) {
    if (!own && symbolic::mentions(each, symbol) && (!isQuotient || &each == &operands.front())) {
      own = directionOf(each, symbol);
      continue;
    }
    const symbolic::Interval range = boundsOf(each);
    if (symbolic::mentions(each, symbol) || (isQuotient && range.low.value_or(0) < 1))
      return std::nullopt;
    if (range.low.value_or(-1) < 0) {
      if (range.high.value_or(1) > 0)
        return std::nullopt;
      sign = -sign;
    }
  }
  return own ? std::optional(*own * sign) : std::nullopt;
}

bool IndexRanges::isNonNegative(const Expr &expr) {
  const auto isProved = [&](const Expr &own) {
    const symbolic::Interval range = boundsOf(own);
    return range.low && *range.low >= 0;
  };
  if (isProved(expr))
    return true;
  // An id is less than the grid, which may be as open as what it is compared with.
  Expr least = expr;
  for (auto [dim, id] : llvm::enumerate(symbolic::workgroupIds)) {
    const std::optional<int> direction = directionOf(least, std::string(id.name()));
    if (!direction)
      return false;
    Bindings end;
    end.set(std::string(id.name()), *direction > 0 ? Expr::constant(0) : gridSize(kernel, dim) - 1);
    least = symbolic::substitute(least, end);
  }
  return isProved(least) ||
         symbolic::constantDifference(least, Expr::constant(0)).value_or(-1) >= 0;
}

bool IndexRanges::isAtMost(const Expr &a, const Expr &b) { return isNonNegative(b - a); }

/// The ends of addRange, as expressions.
void IndexRanges::addIndex(const std::string &symbol, std::vector<ScalarRange::Index> &indices) {
  if (llvm::any_of(indices, [&](const auto &index) { return index.symbol == symbol; }))
    return;
  ScalarRange::Index index{symbol, std::nullopt, std::nullopt};
  auto argument = dyn_cast_or_null<BlockArgument>(values.root(symbol));
  auto loop =
      argument ? dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp()) : ir::IterateOp();
  if (const std::optional<Expr> count = countOf(symbol)) {
    index.low = Expr::constant(0);
    index.high = *count - 1;
  } else if (loop && loop.carriedNumber(argument)) {
    const unsigned number = *loop.carriedNumber(argument);
    const Expr step = values.of(loop.getYield().getValues()[number]) - Expr::symbol(symbol);
    if (boundsOf(step).low.value_or(-1) >= 0)
      index.low = values.of(loop.getInit()[number]);
  } else if (loop) {
    const symbolic::MapLoop map = mapLoop(loop);
    if (advances(loop))
      index.low = map.start;
    if (const std::optional<Expr> bound = boundOf(map))
      index.high = *bound - 1;
  } else {
    return; // an open size
  }
  for (const std::optional<Expr> &end : {index.low, index.high})
    if (end)
      for (const std::string &other : symbolic::symbolsOf(*end))
        if (other != symbol)
          addIndex(other, indices);
  indices.push_back(std::move(index));
}

std::vector<ScalarRange::Index> IndexRanges::indicesOf(const Expr &expr) {
  std::vector<ScalarRange::Index> indices;
  for (const std::string &symbol : symbolic::symbolsOf(expr))
    addIndex(symbol, indices);
  return indices;
}

std::optional<Expr> IndexRanges::countOf(const std::string &symbol) {
  for (auto [dim, id] : llvm::enumerate(symbolic::workgroupIds))
    if (id.name() == symbol)
      return gridSize(kernel, dim);
  auto counter = dyn_cast_or_null<BlockArgument>(values.root(symbol));
  auto loop =
      counter ? dyn_cast<ir::IterateOp>(counter.getOwner()->getParentOp()) : ir::IterateOp();
  return loop && !loop.isWhile() ? std::optional(values.of(loop.getCount())) : std::nullopt;
}

std::optional<Expr> IndexRanges::boundOf(const symbolic::MapLoop &loop) {
  return symbolic::boundOf(loop, [&](const Expr &step) {
    const symbolic::Interval range = boundsOf(step);
    return range.low && *range.low >= 1;
  });
}

symbolic::MapLoop IndexRanges::mapLoop(ir::IterateOp loop) {
  return {values.of(loop.getCounter()).str(), values.of(loop.getStart()), values.conditionOf(loop),
          values.of(loop.getYield().getNext())};
}

bool IndexRanges::advances(ir::IterateOp loop) {
  const symbolic::MapLoop map = mapLoop(loop);
  const std::optional<Expr> bound = boundOf(map);
  if (!bound)
    return false;
  const Expr step = map.next - Expr::symbol(map.counter);
  // A grid that is launched has a workgroup along each dimension.
  for (size_t dim = 0; dim < 3; ++dim)
    if (step.same_as(gridSize(kernel, dim)))
      return true;
  const symbolic::Interval range = boundsOf(step);
  return range.low && *range.low >= 1;
}

} // namespace wave::analysis
