//===- Range.h - What a correct computation may give ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interval arithmetic over the numbers of an element type, infinities included, with NaN
// beside them (docs/adr/0031).  Rounding to nearest never changes the order of two numbers,
// so that the rounded ends of a range enclose whatever is rounded within it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <limits>

#include "wave/types.h"

namespace wave::interpreter {

/// The numbers from `low` to `high`; none where `low` is the greater.
struct Range {
  double low = 0, high = 0;
  bool mayBeNaN = false;

  bool hasNumbers() const { return low <= high; }
  bool contains(double x) const { return low <= x && x <= high; }
  bool mayBeInfinite() const;
  /// One value, and of a zero its sign.
  bool isOneValue() const;
};

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Range onlyNaN{infinity, -infinity, true};
constexpr Range anything{-infinity, infinity, true};

/// The least range that has both.
Range hull(const Range &a, const Range &b);

Range negate(const Range &a);
Range add(const Range &a, const Range &b);
Range subtract(const Range &a, const Range &b);
Range multiply(const Range &a, const Range &b);
Range divide(const Range &a, const Range &b);
/// NaN where one operand is.
Range maximum(const Range &a, const Range &b);
Range minimum(const Range &a, const Range &b);

/// Each number rounded once to a type of floats.
Range rounded(DType dtype, const Range &range);

} // namespace wave::interpreter
