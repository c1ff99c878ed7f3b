//===- Match.h - Applying a rule at the root of an expression -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of sums (products, minima, maxima) is matched in any order and grouping
// that gives one side of the pattern a single operand.  At the root, two operands
// may match and the others are left alone.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"
#include "symbolic/Rules.h"

#include <optional>

namespace wave::symbolic {

struct Rewrite {
  const Rule *rule;
  Expr result;
};

/// The first rule of the table that applies at the root, and the simplified
/// result.  The operands of `expr` are simplified.
std::optional<Rewrite> findRewrite(const Expr &expr);

} // namespace wave::symbolic
