//===- Bounds.h - Between which integers an expression lies ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every value that the expression takes, for symbols in their intervals, lies within
// its bounds.  The exact value is meant: two known ends prove that the expression
// never overflows 64 bits.  Narrower intervals of the symbols give bounds that are no
// wider.  The bounds are the narrowest ones for + - * floordiv ceildiv Min Max < <=
// where each symbol occurs once; its occurrences in a sum count as one, so that
// x - x is 0.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "wave/expr.h"

namespace wave::symbolic {

/// The integers from `low` to `high`, both included.  An end that is not set: of a
/// symbol, the end of 64 bits; of an expression, it is not known to fit 64 bits.
struct Interval {
  std::optional<int64_t> low, high;

  bool operator==(const Interval &) const = default;
};

/// Symbols that it does not name may have any 64-bit value.
using Intervals = std::map<std::string, Interval, std::less<>>;

/// Where the expression has no value at all, neither end is set.
Interval boundsOf(const Expr &expr, const Intervals &symbols);

/// Whether it is proved that the expression has a value for all symbols in their intervals, and
/// that arithmetic of 64 bits which wraps around computes it: no divisor is 0, and the whole and
/// what is divided, compared or chosen from fit 64 bits.  A way that a select never takes does not
/// matter.
bool alwaysHasValue(const Expr &expr, const Intervals &symbols);
/// The same but for divisors that are 0, and quotients that are not exact.
bool hasValueIfDivisible(const Expr &expr, const Intervals &symbols);

/// Bounds of expressions that are simplified, and have parts in common: each part is visited once.
class SharedBounds {
public:
  /// Symbols that `symbols` does not name lie in `others`.
  SharedBounds(Intervals symbols, Interval others);
  ~SharedBounds();
  Interval of(const Expr &expr);

private:
  struct Parts;
  std::unique_ptr<Parts> parts;
};

} // namespace wave::symbolic
