//===- Samples.h - Values of an expression at a few points ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two expressions that differ at one point are not equal.  So a search among many
// candidates builds only those that agree at a few points.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "wave/expr.h"

#include <array>
#include <unordered_map>
#include <utility>

namespace wave::symbolic {

struct Node;

/// An index type of wave/order.h.
struct Samples {
  static constexpr size_t count = 6;

  std::array<int64_t, count> values = {};
  /// Not set where the expression has no value in 64 bits.
  std::array<bool, count> isValid = {};

  static Samples constant(int64_t value);
  /// Whether they are equal at each point where both have a value.
  bool mayEqual(const Samples &other) const;
};

Samples operator+(const Samples &a, const Samples &b);
Samples operator-(const Samples &a, const Samples &b);
Samples operator*(const Samples &a, const Samples &b);
Samples operator%(const Samples &a, const Samples &b);
Samples floordiv(const Samples &a, const Samples &b);
Samples min(const Samples &a, const Samples &b);
Samples max(const Samples &a, const Samples &b);
Samples operator<(const Samples &a, const Samples &b);
Samples operator<=(const Samples &a, const Samples &b);
Samples select(const Samples &condition, const Samples &a, const Samples &b);

/// Gives each symbol a small positive value at each point, which depends on the name alone.
class Sampler {
public:
  const Samples &of(const Expr &expr);

private:
  /// The expression keeps the key alive.
  std::unordered_map<const Node *, std::pair<Expr, Samples>> known;
};

} // namespace wave::symbolic
