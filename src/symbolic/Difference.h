//===- Difference.h - By how much one formula exceeds another -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplification has no canonical form: floordiv(t + s % 3, 3) + floordiv(s, 3) equals
// floordiv(t + s, 3), and no rule says so.  Here both are normalised to polynomials over symbols
// and quotients, in which
//   - a remainder x % n is x - n * floordiv(x, n);
//   - floordiv(n * x + y, n) is x + floordiv(y, n), so that the coefficients that a quotient keeps
//     lie in [0, n), and floordiv(floordiv(x, a) + y, b) is floordiv(x + a * y, a * b);
//   - floordiv(-x, n) is -floordiv(x + n - 1, n);
//   - a condition is a number, 0 or 1, whose square is itself, and select(c, x, y) is
//     y + c * (x - y).
// These are identities of the integers, so that formulas with the same polynomial are equal.  Where
// the polynomials differ, all values of one period decide (see Period.h): that the phase of x + n,
// floordiv(x + n, 2 * n), is floordiv(x, n) - floordiv(x, 2 * n).  What is not known is what min,
// max, products and quotients by symbols have in common.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <optional>

namespace wave::symbolic {

/// The number d for which a = b + d wherever both have values, if it is found.
std::optional<int64_t> constantDifference(const Expr &a, const Expr &b);

/// Whether a and b are proved equal wherever both have values.
inline bool isProvedEqual(const Expr &a, const Expr &b) { return constantDifference(a, b) == 0; }

/// The natural number x that a condition compares with a constant: c < x or c <= x; null for
/// others. Whether it is natural is for the caller to know.
std::optional<Expr> comparedNumber(const Expr &condition);
/// Whether a and b are proved equal for the few values of comparedNumber for which the condition
/// does not hold.
bool isProvedEqualWhereNot(const Expr &condition, const Expr &a, const Expr &b);

} // namespace wave::symbolic
