//===- Polynomial.h - Sums of products of symbols and quotients -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The normal form in which Difference.h compares formulas; its identities are listed there.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Wide.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wave::symbolic {

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

// Numbers of 128 bits: sums and products that leave them throw TooLarge.
Wide add(Wide a, Wide b);
Wide multiply(Wide a, Wide b);
/// The quotient rounded down by a positive divisor.
Wide floorDiv(Wide a, Wide b);
/// Of a positive and any number; std::gcd takes no 128 bits.
Wide commonDivisor(Wide a, Wide b);

class Polynomial {
public:
  Polynomial() = default;
  explicit Polynomial(Wide value) { add({}, value); }
  explicit Polynomial(Atom atom) { add({std::move(atom)}, 1); }

  void add(const Monomial &monomial, Wide coefficient);
  Polynomial plus(const Polynomial &other, Wide scale = 1) const;
  Polynomial times(const Polynomial &other) const;

  const std::map<Monomial, Wide> &terms() const { return byMonomial; }

  /// Its value, if no term has a factor.
  std::optional<Wide> constant() const;

  /// Tells polynomials apart; it is not to be read.
  std::string text() const;

  /// floordiv(*this, divisor) for a positive divisor.
  Polynomial dividedBy(Wide divisor) const;

private:
  std::map<Monomial, Wide> byMonomial;

  std::pair<Polynomial, Polynomial> split(Wide divisor) const;
  std::optional<std::pair<Atom, int>> onlyQuotient(Wide divisor) const;
  void reduce(Wide &divisor);
  bool isMoreThanHalf(Wide divisor) const;
};

} // namespace wave::symbolic
