//===- SizeFacts.h - What holds for expressions over open sizes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <optional>
#include <set>
#include <string>

namespace wave::symbolic {

/// Every symbol is a size, at least 0.  False means that it is not known.
class SizeFacts {
public:
  /// Of the `positive` symbols it is known that they are at least 1.
  explicit SizeFacts(std::set<std::string> positive) : positive(std::move(positive)) {}

  bool isPositive(const Expr &expr) const;
  bool isNonNegative(const Expr &expr) const;
  /// a >= b.
  bool isAtLeast(const Expr &a, const Expr &b) const;
  /// Whether the expression has a value for all sizes, overflow apart.  Other symbols may be any
  /// number, but for divisors.
  bool isTotal(const Expr &expr) const;
  /// "for all sizes with N >= 1".
  std::string str() const;

private:
  std::set<std::string> positive;

  std::optional<int64_t> lowestOf(const Expr &expr) const;
};

} // namespace wave::symbolic
