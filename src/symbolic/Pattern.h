//===- Pattern.h - Writing rules as expressions ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Pattern is an expression that is not simplified, over wildcard symbols: x, y, z,
// w stand for anything, c0 ... c3 for constants.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"

namespace wave::symbolic {

struct Pattern {
  Expr expr;

  explicit Pattern(Expr expr) : expr(std::move(expr)) {}
  explicit Pattern(const char *wildcard) : expr(Expr::symbol(wildcard)) {}
  Pattern(int value) : expr(Expr::constant(value)) {}
};

inline Pattern rawPattern(Kind kind, const Pattern &a, const Pattern &b) {
  return Pattern(rawNode(kind, {a.expr, b.expr}));
}

// clang-format off
inline Pattern operator+(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Add, a, b); }
inline Pattern operator*(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Mul, a, b); }
inline Pattern operator-(const Pattern &a) { return a * -1; }
inline Pattern operator-(const Pattern &a, const Pattern &b) { return a + -b; }
inline Pattern operator/(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Div, a, b); }
inline Pattern operator%(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Mod, a, b); }
inline Pattern floordiv(const Pattern &a, const Pattern &b) { return rawPattern(Kind::FloorDiv, a, b); }
inline Pattern ceildiv(const Pattern &a, const Pattern &b) { return rawPattern(Kind::CeilDiv, a, b); }
inline Pattern min(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Min, a, b); }
inline Pattern max(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Max, a, b); }
inline Pattern operator<(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Lt, a, b); }
inline Pattern operator<=(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Le, a, b); }
inline Pattern operator>(const Pattern &a, const Pattern &b) { return b < a; }
inline Pattern operator>=(const Pattern &a, const Pattern &b) { return b <= a; }
inline Pattern operator==(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Eq, a, b); }
inline Pattern operator!=(const Pattern &a, const Pattern &b) { return rawPattern(Kind::Ne, a, b); }
// clang-format on

inline Pattern select(const Pattern &condition, const Pattern &a, const Pattern &b) {
  return Pattern(rawNode(Kind::Select, {condition.expr, a.expr, b.expr}));
}

/// Evaluate their right side only if needed, as in C++.
inline Pattern operator&&(const Pattern &a, const Pattern &b) { return select(a, b, 0); }
inline Pattern operator||(const Pattern &a, const Pattern &b) { return select(a, 1, b); }

} // namespace wave::symbolic
