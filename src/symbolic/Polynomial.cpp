//===- Polynomial.cpp - Sums of products of symbols and quotients ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Polynomial.h"

#include <algorithm>

namespace wave::symbolic {

Wide add(Wide a, Wide b) {
  const std::optional<Wide> sum = checkedAdd(a, b);
  return sum ? *sum : throw TooLarge();
}

Wide multiply(Wide a, Wide b) {
  const std::optional<Wide> product = checkedMul(a, b);
  return product ? *product : throw TooLarge();
}

Wide floorDiv(Wide a, Wide b) { return (a - floorMod(a, b)) / b; }

Wide commonDivisor(Wide a, Wide b) {
  while (b != 0)
    a = std::exchange(b, floorMod(a, b));
  return a;
}

/// The decimal digits, or those of its 64-bit halves: it has to tell values apart, not to be read.
static std::string textOf(Wide value) {
  return fitsInt64(value) ? std::to_string(static_cast<int64_t>(value))
                          : std::to_string(static_cast<int64_t>(value >> 64)) + "'" +
                                std::to_string(static_cast<uint64_t>(value));
}

static Monomial product(const Monomial &a, const Monomial &b) {
  Monomial factors;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(factors));
  factors.erase(std::unique(factors.begin(), factors.end(),
                            [](const Atom &x, const Atom &y) { return x.isCondition && x == y; }),
                factors.end());
  return factors;
}

void Polynomial::add(const Monomial &monomial, Wide coefficient) {
  const Wide sum = symbolic::add(byMonomial[monomial], coefficient);
  if (sum == 0)
    byMonomial.erase(monomial);
  else
    byMonomial[monomial] = sum;
  constexpr size_t most = 500;
  if (byMonomial.size() > most)
    throw TooLarge();
}

Polynomial Polynomial::plus(const Polynomial &other, Wide scale) const {
  Polynomial sum = *this;
  for (const auto &[monomial, coefficient] : other.byMonomial)
    sum.add(monomial, multiply(coefficient, scale));
  return sum;
}

Polynomial Polynomial::times(const Polynomial &other) const {
  Polynomial result;
  for (const auto &[a, x] : byMonomial)
    for (const auto &[b, y] : other.byMonomial)
      result.add(product(a, b), multiply(x, y));
  return result;
}

std::optional<Wide> Polynomial::constant() const {
  if (byMonomial.empty())
    return 0;
  return byMonomial.size() == 1 && byMonomial.begin()->first.empty()
             ? std::optional(byMonomial.begin()->second)
             : std::nullopt;
}

std::string Polynomial::text() const {
  std::string result;
  for (const auto &[monomial, coefficient] : byMonomial) {
    result += "+" + textOf(coefficient);
    for (const Atom &atom : monomial)
      result += "*" + atom.text;
  }
  return "(" + result + ")";
}

/// The quotient and the remainder of each coefficient.
std::pair<Polynomial, Polynomial> Polynomial::split(Wide divisor) const {
  Polynomial whole, rest;
  for (const auto &[monomial, coefficient] : byMonomial) {
    whole.add(monomial, floorDiv(coefficient, divisor));
    rest.add(monomial, floorMod(coefficient, divisor));
  }
  return {whole, rest};
}

/// The one term that is a quotient, if its coefficient is 1 or -1 modulo the divisor and no other
/// term has one.
std::optional<std::pair<Atom, int>> Polynomial::onlyQuotient(Wide divisor) const {
  std::optional<std::pair<Atom, int>> found;
  for (const auto &[monomial, coefficient] : byMonomial) {
    if (monomial.size() != 1 || !monomial.front().dividend)
      continue;
    if (found || (coefficient != 1 && coefficient != divisor - 1))
      return std::nullopt;
    found = {monomial.front(), coefficient == 1 ? 1 : -1};
  }
  return found;
}

/// Takes out of dividend and divisor what they have in common; the constant is rounded down.
void Polynomial::reduce(Wide &divisor) {
  Wide common = divisor;
  for (const auto &[monomial, coefficient] : byMonomial)
    if (!monomial.empty())
      common = commonDivisor(common, floorMod(coefficient, common));
  if (common == 1)
    return;
  Polynomial reduced;
  for (const auto &[monomial, coefficient] : byMonomial)
    reduced.add(monomial, floorDiv(coefficient, common));
  *this = std::move(reduced);
  divisor /= common;
}

/// Whether the first coefficient that is not half the divisor is more than that.
bool Polynomial::isMoreThanHalf(Wide divisor) const {
  for (const auto &[monomial, coefficient] : byMonomial)
    if (!monomial.empty() && 2 * coefficient != divisor)
      return 2 * coefficient > divisor;
  return false;
}

Polynomial Polynomial::dividedBy(Wide divisor) const {
  auto [sum, dividend] = split(divisor);
  if (dividend.byMonomial.empty())
    return sum;
  // -x: floordiv(n * y - x, n) is y - floordiv(x + n - 1, n).
  if (dividend.isMoreThanHalf(divisor)) {
    Polynomial negated(divisor - 1);
    return sum.plus(negated.plus(dividend, -1).dividedBy(divisor), -1);
  }
  const Wide before = divisor;
  dividend.reduce(divisor);
  if (const auto only = dividend.onlyQuotient(divisor)) {
    const auto &[inner, sign] = *only;
    if (sign < 0) { // y + (n - 1) * q is y - q + n * q, and -floordiv(x, m) is ceildiv(-x, m)
      sum.add({inner}, 1);
      dividend.add({inner}, 1 - divisor);
    } else {
      dividend.add({inner}, -1);
    }
    Polynomial merged = Polynomial(sign < 0 ? inner.divisor - 1 : 0)
                            .plus(*inner.dividend, sign)
                            .plus(dividend, inner.divisor);
    return sum.plus(merged.dividedBy(multiply(divisor, inner.divisor)));
  }
  if (divisor != before)
    return sum.plus(dividend.dividedBy(divisor));
  auto shared = std::make_shared<const Polynomial>(std::move(dividend));
  const std::string text = "[" + shared->text() + "/" + textOf(divisor) + "]";
  return sum.plus(Polynomial(Atom{text, false, std::move(shared), divisor}));
}

} // namespace wave::symbolic
