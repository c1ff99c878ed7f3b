//===- Order.h - A total order of expressions -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums and products are sorted by it, so it must not depend on addresses or hashes:
// the same source prints the same text in every run.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"

namespace wave::symbolic {

/// Negative, zero or positive; zero exactly for structurally equal expressions.
/// Symbols by name come first, constants by value last.
int compareExprs(const Expr &a, const Expr &b);

inline bool lessExpr(const Expr &a, const Expr &b) { return compareExprs(a, b) < 0; }

} // namespace wave::symbolic
