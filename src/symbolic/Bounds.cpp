//===- Bounds.cpp - Between which integers an expression lies -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Bounds.h"

#include "symbolic/Simplify.h"
#include "symbolic/Wide.h"

#include <algorithm>
#include <unordered_map>

namespace wave::symbolic {

namespace {

/// Stands for infinity at either end: larger values are not told apart.
constexpr Wide infinity = Wide(1) << 126;

bool isInfinite(Wide value) { return value == infinity || value == -infinity; }

/// Not empty: low <= high, low < infinity, high > -infinity.
struct Range {
  Wide low, high;
};

/// Nothing: the expression has no value.
using MaybeRange = std::optional<Range>;

/// An end that left the range is rounded outwards: a low one to the largest finite
/// number, not to infinity.
Range rangeOf(Wide low, Wide high) {
  return {std::clamp(low, -infinity, infinity - 1), std::clamp(high, 1 - infinity, infinity)};
}

MaybeRange hull(const MaybeRange &a, const MaybeRange &b) {
  if (!a || !b)
    return a ? a : b;
  return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
}

Range negated(Range a) { return {-a.high, -a.low}; }

Range sum(Range a, Range b) {
  // Each is below 2^127, and an infinite end stays one.
  Wide low = isInfinite(a.low) || isInfinite(b.low) ? -infinity : a.low + b.low;
  Wide high = isInfinite(a.high) || isInfinite(b.high) ? infinity : a.high + b.high;
  return rangeOf(low, high);
}

Wide timesSaturated(Wide a, Wide b) {
  std::optional<Wide> exact = checkedMul(a, b);
  if (exact)
    return std::clamp(*exact, -infinity, infinity);
  return (a < 0) == (b < 0) ? infinity : -infinity;
}

Range product(Range a, Range b) {
  auto [low, high] = std::minmax({timesSaturated(a.low, b.low), timesSaturated(a.low, b.high),
                                  timesSaturated(a.high, b.low), timesSaturated(a.high, b.high)});
  return rangeOf(low, high);
}

/// Of the quotient a / b, where b > 0; a quotient by infinity is next to 0.
Wide roundedDown(Wide a, Wide b) {
  if (isInfinite(a))
    return a;
  return isInfinite(b) ? (a < 0 ? -1 : 0) : (a - floorMod(a, b)) / b;
}
Wide roundedUp(Wide a, Wide b) { return -roundedDown(-a, b); }

using Rounding = Wide (*)(Wide, Wide);

/// Where b > 0: the quotient grows with a; with b, it moves towards 0.
MaybeRange quotient(Range a, Range b, Rounding roundLow, Rounding roundHigh) {
  Wide low = std::min(roundLow(a.low, b.low), roundLow(a.low, b.high));
  Wide high = std::max(roundHigh(a.high, b.low), roundHigh(a.high, b.high));
  return low <= high ? MaybeRange(rangeOf(low, high)) : std::nullopt;
}

/// Where b > 0.
Range remainder(Range a, Range b) {
  Range rest = {0, isInfinite(b.high) ? infinity : b.high - 1};
  if (a.low >= 0)
    rest.high = std::min(rest.high, a.high);
  // Without a multiple of b in between, a % b is a less one multiple.
  Range multiples = *quotient(a, b, roundedDown, roundedDown);
  if (multiples.low == multiples.high && !isInfinite(multiples.low)) {
    Range shifted = sum(a, negated(product(multiples, b)));
    rest = {std::max(rest.low, shifted.low), std::min(rest.high, shifted.high)};
  }
  return rest;
}

MaybeRange dividedByPositive(Kind kind, Range a, Range b) {
  switch (kind) {
  case Kind::Div:
    // Exact: a value below the first integer does not occur.
    return quotient(a, b, roundedUp, roundedDown);
  case Kind::FloorDiv:
    return quotient(a, b, roundedDown, roundedDown);
  case Kind::CeilDiv:
    return quotient(a, b, roundedUp, roundedUp);
  default:
    return remainder(a, b);
  }
}

/// By the positive and by the negative divisors: -a over -b is the same quotient, and
/// leaves the negated rest.
MaybeRange divided(Kind kind, Range a, Range b) {
  MaybeRange positive, negative;
  if (b.high > 0)
    positive = dividedByPositive(kind, a, {std::max<Wide>(b.low, 1), b.high});
  if (b.low < 0)
    negative = dividedByPositive(kind, negated(a), negated({b.low, std::min<Wide>(b.high, -1)}));
  if (negative && kind == Kind::Mod)
    negative = negated(*negative);
  return hull(positive, negative);
}

/// Whether something always (1, 1), never (0, 0) or at times (0, 1) holds.
Range truth(bool isPossible, bool isCertain) { return {isCertain ? 1 : 0, isPossible ? 1 : 0}; }

Range compared(Kind kind, Range a, Range b) {
  bool areApart = a.high < b.low || b.high < a.low;
  bool areOneValue = a.low == a.high && b.low == b.high && a.low == b.low && !isInfinite(a.low);
  switch (kind) {
  case Kind::Lt:
    return truth(a.low < b.high, a.high < b.low);
  case Kind::Le:
    return truth(a.low <= b.high, a.high <= b.low);
  case Kind::Eq:
    return truth(!areApart, areOneValue);
  default:
    return truth(!areOneValue, areApart);
  }
}

MaybeRange apply(Kind kind, Range a, Range b) {
  switch (kind) {
  case Kind::Add:
    return sum(a, b);
  case Kind::Mul:
    return product(a, b);
  case Kind::Min:
    return Range{std::min(a.low, b.low), std::min(a.high, b.high)};
  case Kind::Max:
    return Range{std::max(a.low, b.low), std::max(a.high, b.high)};
  default:
    return isComparison(kind) ? MaybeRange(compared(kind, a, b)) : divided(kind, a, b);
  }
}

class Bounder {
public:
  explicit Bounder(const Intervals &symbols, Interval others = {}, bool isDivisible = false)
      : symbols(symbols), others(others), isDivisible(isDivisible) {}

  MaybeRange visit(const Expr &expr) {
    if (auto it = done.find(&expr.node()); it != done.end())
      return it->second;
    return done[&expr.node()] = visitNew(expr);
  }

  /// Whether the expression and all that it computes with have values.
  bool hasValue(const Expr &expr) {
    if (auto it = doneValues.find(&expr.node()); it != doneValues.end())
      return it->second;
    return doneValues[&expr.node()] = hasValueNew(expr);
  }
  /// The same, and the value fits 64 bits.
  bool hasNarrowValue(const Expr &expr) {
    const MaybeRange range = visit(expr);
    return range && fitsInt64(range->low) && fitsInt64(range->high) && hasValue(expr);
  }

private:
  const Intervals &symbols;
  Interval others;
  bool isDivisible; ///< no divisor is 0, and quotients are exact
  std::unordered_map<const Node *, MaybeRange> done;
  std::unordered_map<const Node *, bool> doneValues; ///< where `nonZero` are not 0
  std::vector<Expr> nonZero;

  bool isNonZero(const Expr &divisor) {
    const Range range = *visit(divisor);
    return range.low > 0 || range.high < 0 ||
           std::ranges::any_of(
               nonZero,
               [&](const Expr &other) {
                 return isConstant(divisor - other, 0) || isConstant(divisor + other, 0);
               });
  }

  /// A way of a selection, in which the sides of its condition differ.
  bool hasValueWhereApart(const Expr &condition, const Expr &way) {
    nonZero.push_back(operand(condition, 0) - operand(condition, 1));
    std::unordered_map<const Node *, bool> outside;
    doneValues.swap(outside);
    const bool result = hasValue(way);
    doneValues.swap(outside);
    nonZero.pop_back();
    return result;
  }

  bool hasValueInWays(const Expr &expr) {
    const Expr &condition = operand(expr, 0);
    const MaybeRange range = visit(condition);
    if (!range || !hasNarrowValue(condition))
      return false;
    const auto hasWay = [&](size_t way, bool areApart) {
      return areApart ? hasValueWhereApart(condition, operand(expr, way))
                      : hasValue(operand(expr, way));
    };
    const bool canHold = range->low != 0 || range->high != 0;
    const bool canFail = range->low <= 0 && range->high >= 0;
    return (!canHold || hasWay(1, isKind(condition, Kind::Ne) || isKind(condition, Kind::Lt))) &&
           (!canFail || hasWay(2, isKind(condition, Kind::Eq) || isKind(condition, Kind::Le)));
  }

  bool hasValueNew(const Expr &expr) {
    switch (kindOf(expr)) {
    case Kind::Constant:
    case Kind::Symbol:
      return true;
    case Kind::Add:
    case Kind::Mul: // wraps around to the right value, if that fits
      return hasValue(operand(expr, 0)) && hasValue(operand(expr, 1));
    case Kind::Select:
      return hasValueInWays(expr);
    default:
      break;
    }
    if (!hasNarrowValue(operand(expr, 0)) || !hasNarrowValue(operand(expr, 1)))
      return false;
    switch (kindOf(expr)) {
    case Kind::Div: {
      const Range a = *visit(operand(expr, 0)), b = *visit(operand(expr, 1));
      const bool isKnown = a.low == a.high && b.low == b.high && b.low != 0;
      return isDivisible || (isKnown && floorMod(a.low, b.low) == 0);
    }
    case Kind::FloorDiv:
    case Kind::CeilDiv:
    case Kind::Mod:
      return isDivisible || isNonZero(operand(expr, 1));
    default:
      return true;
    }
  }

  MaybeRange visitNew(const Expr &expr) {
    switch (kindOf(expr)) {
    case Kind::Constant:
      return Range{expr.node().value, expr.node().value};
    case Kind::Symbol:
      return visitSymbol(expr.node().name);
    case Kind::Select:
      return visitSelect(expr);
    default:
      break;
    }
    MaybeRange a = visit(operand(expr, 0)), b = visit(operand(expr, 1));
    return a && b ? apply(kindOf(expr), *a, *b) : std::nullopt;
  }

  MaybeRange visitSymbol(const std::string &name) const {
    auto it = symbols.find(name);
    Interval interval = it == symbols.end() ? others : it->second;
    Range range = {interval.low.value_or(std::numeric_limits<int64_t>::min()),
                   interval.high.value_or(std::numeric_limits<int64_t>::max())};
    return range.low <= range.high ? MaybeRange(range) : std::nullopt;
  }

  MaybeRange visitSelect(const Expr &expr) {
    MaybeRange condition = visit(operand(expr, 0));
    if (!condition)
      return std::nullopt;
    bool canHold = condition->low != 0 || condition->high != 0;
    bool canFail = condition->low <= 0 && condition->high >= 0;
    return hull(canHold ? visit(operand(expr, 1)) : std::nullopt,
                canFail ? visit(operand(expr, 2)) : std::nullopt);
  }
};

} // namespace

static Interval intervalOf(const MaybeRange &range) {
  Interval interval;
  if (range && fitsInt64(range->low))
    interval.low = static_cast<int64_t>(range->low);
  if (range && fitsInt64(range->high))
    interval.high = static_cast<int64_t>(range->high);
  return interval;
}

Interval boundsOf(const Expr &expr, const Intervals &symbols) {
  return intervalOf(Bounder(symbols).visit(simplify(expr)));
}

struct SharedBounds::Parts {
  Parts(Intervals of, Interval others) : symbols(std::move(of)), bounder(symbols, others) {}
  Intervals symbols;
  Bounder bounder;
  std::vector<Expr> kept; ///< so that no other expression has the address of a part
};

SharedBounds::SharedBounds(Intervals symbols, Interval others)
    : parts(new Parts(std::move(symbols), others)) {}
SharedBounds::~SharedBounds() = default;

Interval SharedBounds::of(const Expr &expr) {
  parts->kept.push_back(expr);
  return intervalOf(parts->bounder.visit(expr));
}

bool alwaysHasValue(const Expr &expr, const Intervals &symbols) {
  return Bounder(symbols).hasNarrowValue(simplify(expr));
}

bool hasValueIfDivisible(const Expr &expr, const Intervals &symbols) {
  return Bounder(symbols, {}, /*isDivisible=*/true).hasNarrowValue(simplify(expr));
}

} // namespace wave::symbolic
