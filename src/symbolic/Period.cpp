//===- Period.cpp - Formulas that are constant because one period is ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Period.h"

#include <set>

namespace wave::symbolic {

namespace {

/// A sum of multiples of variables and quotients, each named by its number.
struct Sum {
  Wide constant = 0;
  std::vector<std::pair<size_t, Wide>> variables, quotients;
};

struct Quotient {
  Sum dividend;
  Wide divisor;
};

class PeriodicFormula {
public:
  explicit PeriodicFormula(const Polynomial &formula);

  std::optional<Wide> constant() const;

private:
  /// Inner ones come first.
  std::vector<Quotient> quotients;
  /// Modulo which the multiples of variables in the dividend of each quotient matter.
  std::vector<Wide> moduli;
  std::map<std::string, size_t> quotientNumbers, variableNumbers;
  Sum sum;

  Sum sumOf(const Polynomial &polynomial);
  std::vector<Wide> residues(const std::vector<Wide> &point) const;
  std::vector<Wide> pointOf(size_t variable, Wide value) const;
  Wide period(size_t variable) const;
  Wide value(const Sum &of, const std::vector<Wide> &point, const std::vector<Wide> &inner) const;
  Wide valueAt(const std::vector<Wide> &point) const;
};

/// An outer quotient sees an inner one modulo what it sees of its dividend.
PeriodicFormula::PeriodicFormula(const Polynomial &formula) : sum(sumOf(formula)) {
  moduli.assign(quotients.size(), 1);
  for (size_t outer = quotients.size(); outer-- > 0;) {
    moduli[outer] = multiply(moduli[outer], quotients[outer].divisor);
    for (const auto &[inner, coefficient] : quotients[outer].dividend.quotients) {
      const Wide common = commonDivisor(moduli[inner], moduli[outer]);
      moduli[inner] = multiply(moduli[inner], moduli[outer] / common);
    }
  }
}

Sum PeriodicFormula::sumOf(const Polynomial &polynomial) {
  Sum result;
  for (const auto &[monomial, coefficient] : polynomial.terms()) {
    if (monomial.empty()) {
      result.constant = coefficient;
      continue;
    }
    std::string text;
    for (const Atom &atom : monomial)
      text += "*" + atom.text;
    if (monomial.size() > 1 || !monomial.front().dividend) {
      const size_t number = variableNumbers.try_emplace(text, variableNumbers.size()).first->second;
      result.variables.emplace_back(number, coefficient);
      continue;
    }
    if (!quotientNumbers.contains(text)) {
      Sum dividend = sumOf(*monomial.front().dividend);
      quotientNumbers.emplace(text, quotients.size());
      quotients.push_back({std::move(dividend), monomial.front().divisor});
    }
    result.quotients.emplace_back(quotientNumbers.at(text), coefficient);
  }
  return result;
}

/// What the quotients see of a point, but for their slopes.
std::vector<Wide> PeriodicFormula::residues(const std::vector<Wide> &point) const {
  std::vector<Wide> result;
  for (size_t number = 0; number < quotients.size(); ++number) {
    Wide dividend = 0;
    for (const auto &[variable, coefficient] : quotients[number].dividend.variables)
      dividend = add(dividend, multiply(coefficient, point[variable]));
    result.push_back(floorMod(dividend, moduli[number]));
  }
  return result;
}

/// The point where the variable has the value, and all others are zero.
std::vector<Wide> PeriodicFormula::pointOf(size_t variable, Wide value) const {
  std::vector<Wide> point(variableNumbers.size(), 0);
  point[variable] = value;
  return point;
}

/// After how many values of the variable alone the residues repeat.
Wide PeriodicFormula::period(size_t variable) const {
  Wide period = 1;
  const std::vector<Wide> step = residues(pointOf(variable, 1));
  for (size_t number = 0; number < quotients.size(); ++number) {
    const Wide repeats = moduli[number] / commonDivisor(moduli[number], step[number]);
    period = multiply(period, repeats / commonDivisor(period, repeats));
  }
  return period;
}

Wide PeriodicFormula::value(const Sum &of, const std::vector<Wide> &point,
                            const std::vector<Wide> &inner) const {
  Wide result = of.constant;
  for (const auto &[number, coefficient] : of.variables)
    result = add(result, multiply(coefficient, point[number]));
  for (const auto &[number, coefficient] : of.quotients)
    result = add(result, multiply(coefficient, inner[number]));
  return result;
}

Wide PeriodicFormula::valueAt(const std::vector<Wide> &point) const {
  std::vector<Wide> inner;
  inner.reserve(quotients.size());
  for (const Quotient &quotient : quotients)
    inner.push_back(floorDiv(value(quotient.dividend, point, inner), quotient.divisor));
  return value(sum, point, inner);
}

/// Residues form a group, which the variables generate one after the other: the points are one for
/// each of its elements.
std::optional<Wide> PeriodicFormula::constant() const {
  constexpr size_t mostPoints = 1 << 16; // less than a second
  const size_t variables = variableNumbers.size();
  std::vector<std::vector<Wide>> points = {std::vector<Wide>(variables, 0)};
  std::set<std::vector<Wide>> reached = {residues(points.front())};
  const Wide first = valueAt(points.front());
  for (size_t variable = 0; variable < variables; ++variable)
    if (valueAt(pointOf(variable, period(variable))) != first)
      return std::nullopt;
  for (size_t variable = 0; variable < variables; ++variable) {
    const std::vector<std::vector<Wide>> others = points;
    for (Wide value = 1; !reached.contains(residues(pointOf(variable, value))); ++value)
      for (std::vector<Wide> point : others) {
        point[variable] = value;
        if (points.size() == mostPoints || valueAt(point) != first)
          return std::nullopt;
        reached.insert(residues(point));
        points.push_back(std::move(point));
      }
  }
  return first;
}

} // namespace

std::optional<Wide> constantOverPeriod(const Polynomial &formula) {
  return PeriodicFormula(formula).constant();
}

} // namespace wave::symbolic
