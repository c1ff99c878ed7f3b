//===- Build.cpp - The operators of expr.h --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Simplify.h"

#include <optional>

namespace wave {

namespace {

using symbolic::isKind;
using symbolic::Kind;
using symbolic::makeNode;
using symbolic::operand;

struct Fraction {
  Expr numerator;
  Expr denominator;
};

/// Puts sums, products and quotients over one denominator: what floor() and
/// ceiling() round is the rational number, not a chain of exact quotients.
Fraction asFraction(const Expr &expr) {
  bool isArithmetic = isKind(expr, Kind::Add) || isKind(expr, Kind::Mul) || isKind(expr, Kind::Div);
  if (!isArithmetic)
    return {expr, 1};
  Fraction a = asFraction(operand(expr, 0)), b = asFraction(operand(expr, 1));
  if (isKind(expr, Kind::Mul))
    return {a.numerator * b.numerator, a.denominator * b.denominator};
  if (isKind(expr, Kind::Div))
    return {a.numerator * b.denominator, a.denominator * b.numerator};
  if (a.denominator.same_as(b.denominator))
    return {a.numerator + b.numerator, a.denominator};
  return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
}

Expr roundQuotient(Kind kind, const Expr &expr) {
  Fraction fraction = asFraction(expr);
  if (symbolic::isConstant(fraction.denominator, 1))
    return expr;
  return makeNode(kind, {fraction.numerator, fraction.denominator});
}

} // namespace

Expr operator+(const Expr &a, const Expr &b) { return makeNode(Kind::Add, {a, b}); }
Expr operator-(const Expr &a, const Expr &b) { return a + -b; }
Expr operator-(const Expr &a) { return makeNode(Kind::Mul, {a, Expr::constant(-1)}); }
Expr operator*(const Expr &a, const Expr &b) { return makeNode(Kind::Mul, {a, b}); }
Expr operator/(const Expr &a, const Expr &b) { return makeNode(Kind::Div, {a, b}); }
Expr operator%(const Expr &a, const Expr &b) { return makeNode(Kind::Mod, {a, b}); }
Expr floordiv(const Expr &a, const Expr &b) { return makeNode(Kind::FloorDiv, {a, b}); }
Expr ceildiv(const Expr &a, const Expr &b) { return makeNode(Kind::CeilDiv, {a, b}); }
Expr floor(const Expr &a) { return roundQuotient(Kind::FloorDiv, a); }
Expr ceiling(const Expr &a) { return roundQuotient(Kind::CeilDiv, a); }
Expr Min(const Expr &a, const Expr &b) { return makeNode(Kind::Min, {a, b}); }
Expr Max(const Expr &a, const Expr &b) { return makeNode(Kind::Max, {a, b}); }

Expr select(const Predicate &condition, const Expr &a, const Expr &b) {
  return makeNode(Kind::Select, {condition.value(), a, b});
}

Predicate operator<(const Expr &a, const Expr &b) { return Predicate(makeNode(Kind::Lt, {a, b})); }
Predicate operator<=(const Expr &a, const Expr &b) { return Predicate(makeNode(Kind::Le, {a, b})); }
Predicate operator>(const Expr &a, const Expr &b) { return b < a; }
Predicate operator>=(const Expr &a, const Expr &b) { return b <= a; }
Predicate operator==(const Expr &a, const Expr &b) { return Predicate(makeNode(Kind::Eq, {a, b})); }
Predicate operator!=(const Expr &a, const Expr &b) { return Predicate(makeNode(Kind::Ne, {a, b})); }

} // namespace wave
