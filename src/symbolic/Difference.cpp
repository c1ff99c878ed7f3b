//===- Difference.cpp - By how much one formula exceeds another -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Difference.h"

#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/Wide.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace wave::symbolic {

namespace {

class Polynomial;

/// A factor that is not taken apart: a symbol, a condition, a quotient or an extreme.
struct Atom {
  std::string text; ///< names it: atoms of one text are one atom
  bool isCondition = false;
  /// Of a quotient by a constant: floordiv(*dividend, divisor).
  std::shared_ptr<const Polynomial> dividend;
  Wide divisor = 0;

  bool operator<(const Atom &other) const { return text < other.text; }
  bool operator==(const Atom &other) const { return text == other.text; }
};

/// Sorted; a factor as often as its power.
using Monomial = std::vector<Atom>;

/// Thrown where a coefficient leaves 128 bits, or the polynomial grows beyond any formula of a
/// program.
struct TooLarge {};

Wide add(Wide a, Wide b) {
  const std::optional<Wide> sum = checkedAdd(a, b);
  return sum ? *sum : throw TooLarge();
}

Wide multiply(Wide a, Wide b) {
  const std::optional<Wide> product = checkedMul(a, b);
  return product ? *product : throw TooLarge();
}

Wide floorDiv(Wide a, Wide b) { return (a - floorMod(a, b)) / b; }

/// Of a positive and any number; std::gcd takes no 128 bits.
Wide commonDivisor(Wide a, Wide b) {
  while (b != 0)
    a = std::exchange(b, floorMod(a, b));
  return a;
}

/// The decimal digits, or those of its 64-bit halves: it has to tell values apart, not to be read.
std::string textOf(Wide value) {
  return fitsInt64(value) ? std::to_string(static_cast<int64_t>(value))
                          : std::to_string(static_cast<int64_t>(value >> 64)) + "'" +
                                std::to_string(static_cast<uint64_t>(value));
}

Monomial product(const Monomial &a, const Monomial &b) {
  Monomial factors;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(factors));
  factors.erase(std::unique(factors.begin(), factors.end(),
                            [](const Atom &x, const Atom &y) { return x.isCondition && x == y; }),
                factors.end());
  return factors;
}

class Polynomial {
public:
  Polynomial() = default;
  explicit Polynomial(Wide value) { add({}, value); }
  explicit Polynomial(Atom atom) { add({std::move(atom)}, 1); }

  void add(const Monomial &monomial, Wide coefficient) {
    const Wide sum = symbolic::add(terms[monomial], coefficient);
    if (sum == 0)
      terms.erase(monomial);
    else
      terms[monomial] = sum;
    constexpr size_t most = 500;
    if (terms.size() > most)
      throw TooLarge();
  }

  Polynomial plus(const Polynomial &other, Wide scale = 1) const {
    Polynomial sum = *this;
    for (const auto &[monomial, coefficient] : other.terms)
      sum.add(monomial, multiply(coefficient, scale));
    return sum;
  }

  Polynomial times(const Polynomial &other) const {
    Polynomial result;
    for (const auto &[a, x] : terms)
      for (const auto &[b, y] : other.terms)
        result.add(product(a, b), multiply(x, y));
    return result;
  }

  std::optional<Wide> constant() const {
    if (terms.empty())
      return 0;
    return terms.size() == 1 && terms.begin()->first.empty() ? std::optional(terms.begin()->second)
                                                             : std::nullopt;
  }

  /// The term without a factor.
  Wide constantTerm() const {
    const auto found = terms.find({});
    return found == terms.end() ? 0 : found->second;
  }

  std::string text() const {
    std::string result;
    for (const auto &[monomial, coefficient] : terms) {
      result += "+" + textOf(coefficient);
      for (const Atom &atom : monomial)
        result += "*" + atom.text;
    }
    return "(" + result + ")";
  }

  Polynomial dividedBy(Wide divisor) const;

private:
  std::map<Monomial, Wide> terms;

  std::pair<Polynomial, Polynomial> split(Wide divisor) const;
  std::optional<Atom> onlyQuotient() const;
  void reduce(Wide &divisor);
  bool isMoreThanHalf(Wide divisor) const;
};

/// The quotient and the remainder of each coefficient.
std::pair<Polynomial, Polynomial> Polynomial::split(Wide divisor) const {
  Polynomial whole, rest;
  for (const auto &[monomial, coefficient] : terms) {
    whole.add(monomial, floorDiv(coefficient, divisor));
    rest.add(monomial, floorMod(coefficient, divisor));
  }
  return {whole, rest};
}

/// The one term that is a quotient, if its coefficient is 1 and no other term has one.
std::optional<Atom> Polynomial::onlyQuotient() const {
  std::optional<Atom> found;
  for (const auto &[monomial, coefficient] : terms) {
    if (monomial.size() != 1 || !monomial.front().dividend)
      continue;
    if (found || coefficient != 1)
      return std::nullopt;
    found = monomial.front();
  }
  return found;
}

/// Takes out of dividend and divisor what they have in common; the constant is rounded down.
void Polynomial::reduce(Wide &divisor) {
  Wide common = divisor;
  for (const auto &[monomial, coefficient] : terms)
    if (!monomial.empty())
      common = commonDivisor(common, floorMod(coefficient, common));
  if (common == 1)
    return;
  Polynomial reduced;
  for (const auto &[monomial, coefficient] : terms)
    reduced.add(monomial, floorDiv(coefficient, common));
  *this = std::move(reduced);
  divisor /= common;
}

/// Whether the first coefficient that is not half the divisor is more than that.
bool Polynomial::isMoreThanHalf(Wide divisor) const {
  for (const auto &[monomial, coefficient] : terms)
    if (!monomial.empty() && 2 * coefficient != divisor)
      return 2 * coefficient > divisor;
  return false;
}

/// A prime p where the constant is at least (p - 1) / p of the divisor.
static std::optional<Wide> primeOf(Wide constant, Wide divisor) {
  for (const Wide prime : {2, 3, 5, 7}) // larger ones would make long sums
    if (divisor % prime == 0 && constant >= divisor - divisor / prime)
      return prime;
  return std::nullopt;
}

/// floordiv(*this, divisor) for a positive divisor.
Polynomial Polynomial::dividedBy(Wide divisor) const {
  auto [sum, dividend] = split(divisor);
  if (dividend.terms.empty())
    return sum;
  // -x: floordiv(n * y - x, n) is y - floordiv(x + n - 1, n).
  if (dividend.isMoreThanHalf(divisor)) {
    Polynomial negated(divisor - 1);
    return sum.plus(negated.plus(dividend, -1).dividedBy(divisor), -1);
  }
  // The quotients of x, x + m, ..., x + (p - 1) * m by p * m sum up to floordiv(x, m).
  if (const std::optional<Wide> prime = primeOf(dividend.constantTerm(), divisor)) {
    const Wide part = divisor / *prime;
    dividend.add({}, -(*prime - 1) * part);
    sum = sum.plus(dividend.dividedBy(part));
    for (Wide number = 0; number + 1 < *prime; ++number) {
      sum = sum.plus(dividend.dividedBy(divisor), -1);
      dividend.add({}, part);
    }
    return sum;
  }
  const Wide before = divisor;
  dividend.reduce(divisor);
  if (const std::optional<Atom> inner = dividend.onlyQuotient()) {
    dividend.add({*inner}, -1);
    return sum.plus(inner->dividend->plus(dividend, inner->divisor)
                        .dividedBy(multiply(divisor, inner->divisor)));
  }
  if (divisor != before)
    return sum.plus(dividend.dividedBy(divisor));
  auto shared = std::make_shared<const Polynomial>(std::move(dividend));
  const std::string text = "[" + shared->text() + "/" + textOf(divisor) + "]";
  return sum.plus(Polynomial(Atom{text, false, std::move(shared), divisor}));
}

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
    const std::optional<Wide> difference = builder.of(a).plus(builder.of(b), -1).constant();
    if (difference && fitsInt64(*difference))
      return static_cast<int64_t>(*difference);
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
