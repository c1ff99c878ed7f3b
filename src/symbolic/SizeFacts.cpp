//===- SizeFacts.cpp - What holds for expressions over open sizes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/SizeFacts.h"

#include "symbolic/Bounds.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

#include <algorithm>

namespace wave::symbolic {

std::optional<int64_t> SizeFacts::lowestOf(const Expr &expr) const {
  Intervals sizes;
  for (const std::string &symbol : symbolsOf(expr))
    sizes[symbol] = {positive.contains(symbol) ? 1 : 0, std::nullopt};
  return boundsOf(expr, sizes).low;
}

bool SizeFacts::isPositive(const Expr &expr) const { return lowestOf(expr).value_or(0) >= 1; }
bool SizeFacts::isNonNegative(const Expr &expr) const { return lowestOf(expr).value_or(-1) >= 0; }

bool SizeFacts::isAtLeast(const Expr &a, const Expr &b) const {
  if (a.same_as(b) || isNonNegative(a - b))
    return true;
  // A grid rounded up to whole clusters of c: c * ceildiv(x, d * c) is at least ceildiv(x, d).
  if (!isKind(a, Kind::Mul))
    return false;
  for (size_t i = 0; i < 2; ++i) {
    const Expr &quotient = operand(a, i), &c = operand(a, 1 - i);
    if (!isKind(quotient, Kind::CeilDiv) || !isPositive(c))
      continue;
    if (quotient.same_as(ceildiv(b, c)) ||
        (isKind(b, Kind::CeilDiv) && isPositive(operand(b, 1)) &&
         quotient.same_as(ceildiv(operand(b, 0), operand(b, 1) * c))))
      return true;
  }
  return false;
}

bool SizeFacts::isTotal(const Expr &expr) const {
  switch (kindOf(expr)) {
  case Kind::Div:
    return false;
  case Kind::FloorDiv:
  case Kind::CeilDiv:
  case Kind::Mod:
    if (!isPositive(operand(expr, 1)))
      return false;
    break;
  default:
    break;
  }
  const std::vector<Expr> &operands = expr.node().operands;
  return std::all_of(operands.begin(), operands.end(),
                     [this](const Expr &each) { return isTotal(each); });
}

std::string SizeFacts::str() const {
  std::string text = "for all sizes";
  const char *separator = " with ";
  for (const std::string &symbol : positive) {
    text += separator + symbol + " >= 1";
    separator = ", ";
  }
  return text;
}

} // namespace wave::symbolic
