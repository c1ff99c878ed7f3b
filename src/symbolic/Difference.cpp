//===- Difference.cpp - By how much one formula exceeds another -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Difference.h"

#include "symbolic/Node.h"
#include "symbolic/Period.h"
#include "symbolic/Polynomial.h"
#include "symbolic/Substitute.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

namespace wave::symbolic {

namespace {

/// Builds the polynomial of a tree; what is shared is built once.
class Builder {
public:
  const Polynomial &of(const Expr &expr) {
    auto found = known.find(&expr.node());
    if (found == known.end())
      found = known.try_emplace(&expr.node(), build(expr)).first;
    return found->second;
  }

private:
  std::unordered_map<const Node *, Polynomial> known;

  const Polynomial &operandOf(const Expr &expr, size_t index) { return of(operand(expr, index)); }

  /// 1 where `text`, which begins with an operator, holds of a polynomial.
  static Polynomial condition(const std::string &text) {
    return Polynomial(Atom{text, true, {}, 0});
  }

  /// 0 < x.
  static Polynomial isPositive(const Polynomial &x) {
    const std::optional<Wide> constant = x.constant();
    return constant ? Polynomial(*constant > 0 ? 1 : 0) : condition("0<" + x.text());
  }

  /// x and -x are zero at once: the name is of the smaller text.
  static Polynomial isZero(const Polynomial &x) {
    const std::optional<Wide> constant = x.constant();
    return constant ? Polynomial(*constant == 0 ? 1 : 0)
                    : condition("0=" + std::min(x.text(), Polynomial().plus(x, -1).text()));
  }

  /// Of what has no form as a polynomial: equal operands give equal values.
  Polynomial opaque(const Expr &expr) {
    std::string text = "{" + std::to_string(static_cast<int>(kindOf(expr)));
    if (isAssociative(kindOf(expr))) {
      std::vector<Expr> parts;
      appendChain(kindOf(expr), expr, parts);
      std::set<std::string> texts; // of min and max, where order and repetition do not matter
      for (const Expr &part : parts)
        texts.insert(of(part).text());
      for (const std::string &part : texts)
        text += part;
    } else {
      for (const Expr &each : expr.node().operands)
        text += of(each).text();
    }
    return Polynomial(Atom{text + "}", false, {}, 0});
  }

  /// The divisor where it is a positive constant.
  std::optional<Wide> divisorOf(const Expr &expr) {
    const std::optional<Wide> divisor = operandOf(expr, 1).constant();
    return divisor && *divisor > 0 ? divisor : std::nullopt;
  }

  Polynomial build(const Expr &expr) {
    switch (kindOf(expr)) {
    case Kind::Constant:
      return Polynomial(Wide(expr.node().value));
    case Kind::Symbol:
      return Polynomial(Atom{expr.node().name, false, {}, 0});
    case Kind::Add: {
      Polynomial sum;
      for (const Expr &each : expr.node().operands)
        sum = sum.plus(of(each));
      return sum;
    }
    case Kind::Mul: {
      Polynomial product(1);
      for (const Expr &each : expr.node().operands)
        product = product.times(of(each));
      return product;
    }
    case Kind::FloorDiv:
      if (const std::optional<Wide> divisor = divisorOf(expr))
        return operandOf(expr, 0).dividedBy(*divisor);
      return opaque(expr);
    case Kind::CeilDiv:
      if (const std::optional<Wide> divisor = divisorOf(expr))
        return operandOf(expr, 0).plus(Polynomial(*divisor - 1)).dividedBy(*divisor);
      return opaque(expr);
    case Kind::Mod:
      if (const std::optional<Wide> divisor = divisorOf(expr))
        return operandOf(expr, 0).plus(operandOf(expr, 0).dividedBy(*divisor), -*divisor);
      return opaque(expr);
    case Kind::Lt:
      return isPositive(operandOf(expr, 1).plus(operandOf(expr, 0), -1));
    case Kind::Le: // a <= b unless b < a
      return Polynomial(1).plus(isPositive(operandOf(expr, 0).plus(operandOf(expr, 1), -1)), -1);
    case Kind::Eq:
      return isZero(operandOf(expr, 0).plus(operandOf(expr, 1), -1));
    case Kind::Ne:
      return Polynomial(1).plus(isZero(operandOf(expr, 0).plus(operandOf(expr, 1), -1)), -1);
    case Kind::Select:
      if (const Polynomial &chosen = operandOf(expr, 0); isBoolean(operand(expr, 0)))
        return operandOf(expr, 2).plus(
            chosen.times(operandOf(expr, 1).plus(operandOf(expr, 2), -1)));
      return opaque(expr);
    case Kind::Div:
    case Kind::Min:
    case Kind::Max:
      return opaque(expr);
    }
    return opaque(expr);
  }

  static bool isBoolean(const Expr &expr) { return isComparison(kindOf(expr)); }
};

} // namespace

std::optional<int64_t> constantDifference(const Expr &a, const Expr &b) {
  if (a.same_as(b))
    return 0;
  // Terms that both have go, however large they are.
  if (const std::optional<int64_t> known = constantOf(a - b))
    return known;
  try {
    Builder builder;
    const Polynomial difference = builder.of(a).plus(builder.of(b), -1);
    std::optional<Wide> value = difference.constant();
    if (!value)
      value = constantOverPeriod(difference);
    if (value && fitsInt64(*value))
      return static_cast<int64_t>(*value);
  } catch (const TooLarge &) {
  }
  return std::nullopt;
}

std::optional<Expr> comparedNumber(const Expr &condition) {
  const bool isCompared = isKind(condition, Kind::Lt) || isKind(condition, Kind::Le);
  if (!isCompared || !constantOf(operand(condition, 0)))
    return std::nullopt;
  return operand(condition, 1);
}

bool isProvedEqualWhereNot(const Expr &condition, const Expr &a, const Expr &b) {
  constexpr int64_t mostValues = 256;
  const std::optional<Expr> x = comparedNumber(condition);
  if (!x)
    return false;
  const int64_t end = *constantOf(operand(condition, 0)) + (isKind(condition, Kind::Lt) ? 1 : 0);
  if (end > mostValues)
    return false;
  for (int64_t value = 0; value < end; ++value)
    if (!isProvedEqual(replaced(a, *x, value), replaced(b, *x, value)))
      return false;
  return true;
}

} // namespace wave::symbolic
