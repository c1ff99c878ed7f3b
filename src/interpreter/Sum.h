//===- Sum.h - A sum in any order -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cmath>

#include "interpreter/Array.h"

namespace wave::interpreter {

/// How many bits of a sum an addition keeps, and how.
struct Adder {
  int bits;
  bool truncates; ///< or rounds to nearest

  /// What it may lose, relative to the sum.
  double unit() const { return std::ldexp(1.0, truncates ? 1 - bits : -bits); }
};

/// The order of a sum of floats is unspecified: encloses what any order gives.
///
/// A term passes at most n roundings in a sum of n + 1 terms, so that the sum is off by at most
/// gamma(n) = n*u / (1 - n*u) times the sum of the magnitudes, u the adder's unit (Higham,
/// "Accuracy and Stability of Numerical Algorithms", 4.2).  Where all terms are multiples of one
/// power of two, and the magnitudes add up to so many of it as the adder's bits can count, nothing
/// is rounded.  Where the magnitudes overflow, so may partial sums of some order.
class Sum {
public:
  Sum(DType dtype, const Adder &adder) : dtype(dtype), adder(adder) {}

  void add(const Number &term);
  /// A term that may be rounded before it is added.
  void addProduct(const Number &a, const Number &b);

  Number total() const;

private:
  bool isAnySumExact() const;
  Number ofInfinities(bool mayOverflow) const;

  DType dtype;
  Adder adder;
  int64_t terms = 0;
  bool hasProducts = false;
  double real = 0;                               ///< in the order of the calls
  double low = 0, high = 0, magnitude = 0;       ///< of finite terms
  bool isExact = true;                           ///< each term, and as a double
  bool isNaN = false, mayBeNaN = false;          ///< a term is, or may be
  bool isRising = false, mayRise = false;        ///< a term is, or may be, +infinity
  bool isFalling = false, mayFall = false;       ///< a term is, or may be, -infinity
  bool hasPositive = false, hasNegative = false; ///< a term may be
  bool areAllNegativeZeros = true;
  int lowestBit = 1024; ///< all terms are multiples of that power of two
};

} // namespace wave::interpreter
