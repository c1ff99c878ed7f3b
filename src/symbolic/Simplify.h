//===- Simplify.h - Building simplified expressions -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A node is built from simplified operands: constants fold; sums, products, minima
// and comparisons take their canonical form (Linear.h); then the rules of
// Rules.cpp apply at the root until none does.
//
// What it keeps: wherever the original has a value, the result has the same value.
// The result may have a value where the original has none, because a term that
// cancels, or does not matter, cannot fail any more: (M / 2) * 0 is 0.  But no
// pattern rounds a quotient or takes it away: (x / 2) * 2 stays, and still reports
// an odd x; and x / x stays, and still reports x = 0.
//
// Why it ends: every rewrite, taken in canonical form, lowers the first of these
// that it changes:
//   1. the sum over the symbols of the operators other than + and * above them
//      (rules copy no wildcard and move it outwards only);
//   2. the number of constants in a dividend that lie outside [0, divisor), then the
//      magnitude of constants in dividends and divisors;
//   3. the number of nodes, != counting double.
// The canonical forms are computed from their operands, without search.
//
// Simplifying twice is simplifying once, save for constants whose products and
// sums leave 64 bits: those stay unfolded, and their grouping may still change.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"

namespace wave::symbolic {

/// The simplified node; the operands are simplified already.
Expr makeNode(Kind kind, std::vector<Expr> operands);

/// Simplifies a tree that was built raw.
Expr simplify(const Expr &expr);

} // namespace wave::symbolic
