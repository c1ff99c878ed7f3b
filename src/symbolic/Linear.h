//===- Linear.h - Sums as constant multiples of terms ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The canonical form of a sum: like terms collected, constant factors multiplied
// out, terms sorted, the constant last.  A coefficient is kept within 64 bits; where
// collecting exceeds that, the term is repeated instead.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/Node.h"
#include "symbolic/Wide.h"

namespace wave::symbolic {

/// The product with its factors sorted and its constants multiplied, as far as
/// the product of any two fits 64 bits.  So there is one constant, at the end,
/// save where evaluation will report an overflow.
Expr productOf(std::vector<Expr> factors);

class LinearForm {
public:
  /// Adds scale * expr; `expr` is simplified.
  void add(const Expr &expr, int64_t scale = 1);

  /// Collects like terms, drops zeros and sorts.  Call it after the last add.
  void normalize();

  /// The sum as a tree; the rules have not been applied to it.
  Expr toExpr() const;

  bool isConstantForm() const { return terms.empty(); }
  Wide constantTerm() const { return constant; }

  /// For the normalized form of a - b: the two sides with positive terms only,
  /// such that a < b exactly where left < right.
  void splitSides(Expr &left, Expr &right) const;

private:
  struct Term {
    Expr base;
    Wide coefficient;
  };

  std::vector<Term> terms;
  Wide constant = 0;

  bool addScaled(const LinearForm &other, int64_t scale);
  void collect();
};

} // namespace wave::symbolic
