//===- Linear.cpp - Sums as constant multiples of terms -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Linear.h"

#include "symbolic/Order.h"

#include <algorithm>

namespace wave::symbolic {

namespace {

/// A value beyond 64 bits as several within; zero as none.  The pieces depend on
/// the value alone, so that simplifying twice gives the same.
std::vector<int64_t> splitIntoInt64(Wide value) {
  std::vector<int64_t> pieces;
  while (!fitsInt64(value)) {
    int64_t piece =
        value > 0 ? std::numeric_limits<int64_t>::max() : std::numeric_limits<int64_t>::min();
    pieces.push_back(piece);
    value -= piece;
  }
  if (value != 0)
    pieces.push_back(static_cast<int64_t>(value));
  return pieces;
}

Expr scaledTerm(const Expr &base, int64_t coefficient) {
  if (coefficient == 1)
    return base;
  std::vector<Expr> factors;
  appendChain(Kind::Mul, base, factors);
  factors.push_back(Expr::constant(coefficient));
  return productOf(std::move(factors));
}

/// Whether a term has constants that its coefficient could not take up within 64 bits.
bool hasOwnConstants(const Expr &expr) {
  return isKind(expr, Kind::Mul) &&
         (isKind(operand(expr, 1), Kind::Mul) || isConstant(operand(expr, 1)));
}

} // namespace

Expr productOf(std::vector<Expr> factors) {
  std::sort(factors.begin(), factors.end(), lessExpr);
  auto first = std::find_if(factors.begin(), factors.end(),
                            [](const Expr &factor) { return isConstant(factor); });
  for (auto a = first; a != factors.end(); ++a)
    for (auto b = a + 1; b != factors.end(); ++b) {
      Wide product = Wide(a->node().value) * b->node().value;
      if (!fitsInt64(product))
        continue;
      *a = Expr::constant(static_cast<int64_t>(product));
      factors.erase(b);
      return productOf(std::move(factors));
    }
  if (first == factors.begin() || first == factors.end())
    return rawChain(Kind::Mul, factors);
  // The constants stand apart: multiplied one by one, some of them would fold.
  std::vector<Expr> constants(first, factors.end());
  factors.erase(first, factors.end());
  return rawNode(Kind::Mul, {rawChain(Kind::Mul, factors), rawChain(Kind::Mul, constants)});
}

void LinearForm::add(const Expr &expr, int64_t scale) {
  // A larger product of constants stays a product: splitIntoInt64 is for sums.
  if (isConstant(expr) && (scale == -1 || fitsInt64(Wide(scale) * expr.node().value))) {
    constant += Wide(scale) * expr.node().value;
    return;
  }
  if (isKind(expr, Kind::Add)) {
    if (scale == 1) {
      for (const Expr &each : expr.node().operands)
        add(each);
      return;
    }
    LinearForm inner;
    inner.add(expr);
    inner.collect();
    if (addScaled(inner, scale))
      return;
  }
  if (isKind(expr, Kind::Mul) && isConstant(operand(expr, 1)) && !isConstant(operand(expr, 0))) {
    Wide product = Wide(scale) * operand(expr, 1).node().value;
    if (fitsInt64(product)) {
      add(operand(expr, 0), static_cast<int64_t>(product));
      return;
    }
  }
  terms.push_back({expr, scale});
}

/// Adds nothing and returns false if a coefficient would leave 64 bits.
bool LinearForm::addScaled(const LinearForm &other, int64_t scale) {
  auto fits = [&](Wide value) {
    return scale == -1 || (fitsInt64(value) && fitsInt64(value * scale));
  };
  if (!fits(other.constant) || !std::all_of(other.terms.begin(), other.terms.end(),
                                            [&](const Term &t) { return fits(t.coefficient); }))
    return false;
  constant += other.constant * scale;
  for (const Term &term : other.terms)
    terms.push_back({term.base, term.coefficient * scale});
  return true;
}

void LinearForm::collect() {
  std::sort(terms.begin(), terms.end(),
            [](const Term &a, const Term &b) { return lessExpr(a.base, b.base); });
  std::vector<Term> collected;
  for (Term &term : terms) {
    if (!collected.empty() && collected.back().base.same_as(term.base))
      collected.back().coefficient += term.coefficient;
    else
      collected.push_back(std::move(term));
  }
  std::erase_if(collected, [](const Term &term) { return term.coefficient == 0; });
  terms = std::move(collected);
}

void LinearForm::normalize() {
  collect();
  // Collecting may have brought a product of constants back into 64 bits, so that it
  // now is like another term, and a sum that could not be multiplied out may now be
  // small enough.
  for (size_t i = 0; i < terms.size(); ++i) {
    if (!fitsInt64(terms[i].coefficient))
      continue;
    if (hasOwnConstants(terms[i].base)) {
      LinearForm after;
      after.add(scaledTerm(terms[i].base, static_cast<int64_t>(terms[i].coefficient)));
      // A factor of -1 stays a coefficient, by whose sign comparisons choose the side.
      if (std::any_of(after.terms.begin(), after.terms.end(),
                      [](const Term &term) { return hasOwnConstants(term.base); }))
        continue;
      terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
      addScaled(after, 1);
      return normalize();
    }
    if (!isKind(terms[i].base, Kind::Add))
      continue;
    LinearForm inner;
    inner.add(terms[i].base);
    inner.collect();
    if (!addScaled(inner, static_cast<int64_t>(terms[i].coefficient)))
      continue;
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
    return normalize();
  }
  // Negative terms go last, so that they print as subtractions; products first,
  // for they usually are the large strides of an index.
  auto rank = [](const Term &term) {
    return (term.coefficient < 0 ? 2 : 0) + (isKind(term.base, Kind::Mul) ? 0 : 1);
  };
  std::sort(terms.begin(), terms.end(), [&](const Term &a, const Term &b) {
    return rank(a) != rank(b) ? rank(a) < rank(b) : lessExpr(a.base, b.base);
  });
}

Expr LinearForm::toExpr() const {
  std::vector<Expr> parts;
  for (const Term &term : terms)
    for (int64_t coefficient : splitIntoInt64(term.coefficient))
      parts.push_back(scaledTerm(term.base, coefficient));
  for (int64_t piece : splitIntoInt64(constant))
    parts.push_back(Expr::constant(piece));
  return parts.empty() ? Expr::constant(0) : rawChain(Kind::Add, parts);
}

void LinearForm::splitSides(Expr &left, Expr &right) const {
  LinearForm positive, negative;
  for (const Term &term : terms) {
    LinearForm &side = term.coefficient > 0 ? positive : negative;
    side.terms.push_back({term.base, term.coefficient > 0 ? term.coefficient : -term.coefficient});
  }
  // `x < 5`, `-5 < x` where one side has no terms; else `x < y + 5`, `x + 5 < y`.
  bool constantOnRight = negative.terms.empty() || (!positive.terms.empty() && constant < 0);
  if (constantOnRight)
    negative.constant = -constant;
  else
    positive.constant = constant;
  positive.normalize();
  negative.normalize();
  left = positive.toExpr();
  right = negative.toExpr();
}

} // namespace wave::symbolic
