//===- LinearTest.cpp - Sums as multiples of terms ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tree.h"

#include "symbolic/Linear.h"
#include "symbolic/Order.h"

#include <algorithm>

using namespace wave;
using namespace wave::symbolic;
using namespace wave::test;

namespace {

/// Multiples of symbols and a constant, added one by one; the oracle adds numbers.
struct Drawn {
  LinearForm form;
  std::vector<std::pair<Expr, int64_t>> added;
};

Drawn drawSum(int64_t (*number)(Random &)) {
  Drawn sum;
  const auto numbers = drawn([=](Random &random, int) { return number(random); }, simplerNumbers);
  for (int64_t count = *between(0, 6); count > 0; --count) {
    const int64_t symbol = *between(0, 3);
    const Expr term =
        symbol == 3 ? Expr(*numbers) : Expr::symbol(symbolNames.at(static_cast<size_t>(symbol)));
    sum.added.emplace_back(term, *numbers);
    sum.form.add(term, sum.added.back().second);
  }
  return sum;
}

/// Nothing where 128 bits do not hold the sum.
std::optional<Wide> valueOf(const Drawn &sum, const Values &at) {
  Wide total = 0;
  for (const auto &[term, scale] : sum.added) {
    const Evaluation value = evaluate(term, at.bindings());
    total += Wide(scale) * value.value() / 8; // room for eight
  }
  if (total > (Wide(1) << 122) || total < -(Wide(1) << 122))
    return std::nullopt;
  total = 0;
  for (const auto &[term, scale] : sum.added)
    total += Wide(scale) * evaluate(term, at.bindings()).value();
  return total;
}

void checkKeepsValue(int64_t (*number)(Random &), const Values &at) {
  Drawn sum = drawSum(number);
  const std::optional<Wide> expected = valueOf(sum, at);
  if (!expected)
    return;
  sum.form.normalize();
  const Evaluation actual = evaluate(sum.form.toExpr(), at.bindings());
  RC_LOG() << sum.form.toExpr() << " is " << textOf(actual) << "\n";
  cover(20, actual.ok(), "with a value");
  RC_ASSERT(actual.ok() == fitsInt64(*expected));
  if (actual)
    RC_ASSERT(actual.value() == *expected);
}

WAVE_PROPERTY(Linear, KeepsTheSum) { checkKeepsValue(smallNumber, *values()); }
WAVE_PROPERTY(Linear, KeepsTheSumAtTheEnds) { checkKeepsValue(anyNumber, *wildValues()); }

WAVE_PROPERTY(Linear, OrderOfAddingDoesNotMatter) {
  Drawn sum = drawSum(smallNumber);
  LinearForm other;
  std::rotate(sum.added.begin(),
              sum.added.begin() + *between(0, static_cast<int64_t>(sum.added.size())),
              sum.added.end());
  for (const auto &[term, scale] : sum.added)
    other.add(term, scale);
  sum.form.normalize();
  other.normalize();
  RC_ASSERT(sum.form.toExpr().same_as(other.toExpr()));
}

WAVE_PROPERTY(Linear, NormalizingTwiceIsNormalizingOnce) {
  Drawn sum = drawSum(anyNumber);
  sum.form.normalize();
  const Expr once = sum.form.toExpr();
  sum.form.normalize();
  RC_ASSERT(sum.form.toExpr().same_as(once));
}

WAVE_PROPERTY(Linear, WithItsNegativeIsZero) {
  Drawn sum = drawSum(smallNumber);
  for (const auto &[term, scale] : sum.added)
    sum.form.add(term, -scale);
  sum.form.normalize();
  RC_ASSERT(sum.form.isConstantForm());
  RC_ASSERT(sum.form.constantTerm() == 0);
}

WAVE_PROPERTY(Linear, CollectsLikeTerms) {
  Drawn sum = drawSum(smallNumber);
  sum.form.normalize();
  std::vector<Expr> parts;
  appendChain(Kind::Add, sum.form.toExpr(), parts);
  RC_ASSERT(parts.size() <= 4); // x, y, z and the constant
}

/// left < right exactly where the sum is negative.
WAVE_PROPERTY(Linear, SidesCompareLikeTheSumWithZero) {
  Drawn sum = drawSum(smallNumber);
  const Values at = *values();
  const Wide expected = *valueOf(sum, at);
  sum.form.normalize();
  RC_PRE(!sum.form.isConstantForm());
  Expr left = 0, right = 0;
  sum.form.splitSides(left, right);
  const int64_t a = evaluate(left, at.bindings()).value();
  const int64_t b = evaluate(right, at.bindings()).value();
  RC_LOG() << left << " < " << right << "\n";
  RC_ASSERT(a - b == expected);
}

WAVE_PROPERTY(Linear, SidesHaveNoNegativeTerms) {
  Drawn sum = drawSum(smallNumber);
  sum.form.normalize();
  RC_PRE(!sum.form.isConstantForm());
  Expr left = 0, right = 0;
  sum.form.splitSides(left, right);
  for (const Expr &side : {left, right}) {
    std::vector<Expr> parts;
    appendChain(Kind::Add, side, parts);
    for (const Expr &part : parts)
      RC_ASSERT((!isKind(part, Kind::Mul) || operand(part, 1).node().value > 0));
  }
}

WAVE_PROPERTY(Linear, ProductsOfAnyOrderAreTheSame) {
  std::vector<Expr> factors;
  for (int64_t count = *between(1, 5); count > 0; --count)
    factors.push_back(*between(0, 1) != 0 ? Expr::symbol("x") + *between(0, 2)
                                          : Expr(*smallNumbers()));
  std::vector<Expr> rotated = factors;
  std::rotate(rotated.begin(), rotated.begin() + *between(0, static_cast<int64_t>(factors.size())),
              rotated.end());
  RC_ASSERT(productOf(factors).same_as(productOf(rotated)));
}

WAVE_PROPERTY(Linear, ProductsKeepTheirValue) {
  const int64_t a = *smallNumbers(), b = *smallNumbers(), c = *smallNumbers(), x = *numbers();
  const Expr product = productOf({a, Expr::symbol("x"), b, c});
  const Wide expected = Wide(x) * a * b * c;
  const Evaluation actual = evaluate(product, {{"x", x}});
  RC_ASSERT(actual.ok() == fitsInt64(expected));
  if (actual)
    RC_ASSERT(actual.value() == expected);
}

} // namespace
