//===- Sum.cpp ------------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "interpreter/Operations.h"
#include "machine/ElementFormat.h"
#include "runtime/Rounding.h"

namespace wave::interpreter {

/// The exponent of the last bit that is set in a number other than 0.
static int lowestBitOf(double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value), mantissa = bits & 0xfffffffffffff;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const uint64_t digits = exponent == 0 ? mantissa : mantissa | uint64_t{1} << 52;
  return std::max(exponent, 1) - 1075 + std::countr_zero(digits);
}

void Sum::add(const Number &term) {
  const Range range = rangeOf(dtype, term);
  ++terms;
  real += term.real;
  isNaN |= !range.hasNumbers();
  mayBeNaN |= range.mayBeNaN;
  if (!range.hasNumbers())
    return;
  isRising |= range.low == infinity;
  isFalling |= range.high == -infinity;
  mayRise |= range.high == infinity;
  mayFall |= range.low == -infinity;
  hasPositive |= range.high > 0;
  hasNegative |= range.low < 0;
  areAllNegativeZeros &= term.isExact && term.real == 0 && std::signbit(term.real);
  isExact &= term.isExact && std::isfinite(term.real);
  if (isExact && term.real != 0)
    lowestBit = std::min(lowestBit, lowestBitOf(term.real));
  const double least = std::isfinite(range.low) ? range.low : 0,
               most = std::isfinite(range.high) ? range.high : 0;
  low += least;
  high += most;
  magnitude += std::max(std::fabs(least), std::fabs(most));
}

/// Whether the product of two doubles is a double.
static bool isProductExact(double a, double b) {
  constexpr double small = 0x1p-960; // the rest of a smaller product may be no double
  const double product = a * b;
  return std::fma(a, b, -product) == 0 && (std::fabs(product) >= small || a == 0 || b == 0);
}

void Sum::addProduct(const Number &a, const Number &b) {
  hasProducts = true;
  isExact &= isProductExact(a.real, b.real);
  add(multiply(dtype, a, b));
}

bool Sum::isAnySumExact() const {
  const machine::ElementFormat format = machine::formatOf(dtype);
  return isExact &&
         (lowestBit == 1024 || (magnitude <= std::ldexp(1.0, adder.bits + lowestBit) &&
                                std::ldexp(1.0, lowestBit) >= format.smallestDistance() &&
                                std::isfinite(roundedTo(dtype, magnitude))));
}

/// With terms that are, or may be, infinite.
Number Sum::ofInfinities(bool mayOverflow) const {
  if (isRising && isFalling)
    return inexactly({.real = std::numeric_limits<double>::quiet_NaN()}, onlyNaN);
  // Nothing finite overflows to the other side.
  if (isRising && !mayFall && !(mayOverflow && hasNegative))
    return inexactly({.real = infinity}, {infinity, infinity, mayBeNaN});
  if (isFalling && !mayRise && !(mayOverflow && hasPositive))
    return inexactly({.real = -infinity}, {-infinity, -infinity, mayBeNaN});
  return inexactly({.real = real}, anything);
}

Number Sum::total() const {
  if (isNaN)
    return exactly(std::numeric_limits<double>::quiet_NaN());
  if (terms == 0)
    return exactly(0);
  Number result = roundTo(dtype, exactly(real), Rounding::WithRanges);
  if (isAnySumExact()) // what starts from 0, or is filled up with it, makes 0 of -0
    return areAllNegativeZeros ? inexactly(result, {-0.0, 0.0, false}) : result;
  const machine::ElementFormat format = machine::formatOf(dtype);
  const auto count = static_cast<double>(terms);
  const double roundings = (count - 1 + (hasProducts ? 1 : 0)) * adder.unit();
  // The sums here are of doubles, whose roundings count as well; products may underflow.
  const double gamma = roundings < 1 ? roundings / (1 - roundings) : infinity;
  const double error = magnitude == 0 ? 0
                                      : (gamma + count * 0x1p-52) * magnitude +
                                            (hasProducts ? count * format.smallestDistance() : 0);
  const bool mayOverflow = std::isinf(roundedTo(dtype, magnitude + error));
  if (mayRise || mayFall)
    return ofInfinities(mayOverflow);
  if (mayOverflow && hasPositive && hasNegative) // to both infinities
    return inexactly(result, anything);
  return roundTo(dtype, inexactly(result, {low - error, high + error, mayBeNaN}),
                 Rounding::WithRanges);
}

} // namespace wave::interpreter
