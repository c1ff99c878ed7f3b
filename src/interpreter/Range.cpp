//===- Range.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Range.h"

#include <cmath>
#include <initializer_list>

#include "machine/ElementFormat.h"
#include "runtime/Rounding.h"
#include "runtime/TensorElements.h"

namespace wave::interpreter {

/// The order of numbers, -0 before 0.
static bool isBefore(double a, double b) {
  return a < b || (a == b && std::signbit(a) && !std::signbit(b));
}
static double lesser(double a, double b) { return isBefore(b, a) ? b : a; }
static double greater(double a, double b) { return isBefore(a, b) ? b : a; }

bool Range::mayBeInfinite() const { return hasNumbers() && (std::isinf(low) || std::isinf(high)); }

bool Range::isOneValue() const {
  return hasNumbers() ? !mayBeNaN && low == high && std::signbit(low) == std::signbit(high)
                      : mayBeNaN;
}

Range hull(const Range &a, const Range &b) {
  return {lesser(a.low, b.low), greater(a.high, b.high), a.mayBeNaN || b.mayBeNaN};
}

/// Of a function that is monotonic in each operand the ends are among its values at the ends of
/// the operands.  One that is NaN is a limit that no number reaches: the others have the ends.
static Range ofCorners(std::initializer_list<double> corners, bool mayBeNaN) {
  Range range = onlyNaN;
  range.mayBeNaN = mayBeNaN;
  for (const double corner : corners) {
    if (std::isnan(corner)) {
      range.mayBeNaN = true;
      continue;
    }
    range.low = lesser(range.low, corner);
    range.high = greater(range.high, corner);
  }
  return range;
}

Range negate(const Range &a) { return {-a.high, -a.low, a.mayBeNaN}; }

Range add(const Range &a, const Range &b) {
  if (!a.hasNumbers() || !b.hasNumbers())
    return onlyNaN;
  return ofCorners({a.low + b.low, a.low + b.high, a.high + b.low, a.high + b.high},
                   a.mayBeNaN || b.mayBeNaN);
}

Range subtract(const Range &a, const Range &b) { return add(a, negate(b)); }

Range multiply(const Range &a, const Range &b) {
  if (!a.hasNumbers() || !b.hasNumbers())
    return onlyNaN;
  const bool isZeroTimesInfinity =
      (a.contains(0) && b.mayBeInfinite()) || (b.contains(0) && a.mayBeInfinite());
  return ofCorners({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high},
                   a.mayBeNaN || b.mayBeNaN || isZeroTimesInfinity);
}

Range divide(const Range &a, const Range &b) {
  if (!a.hasNumbers() || !b.hasNumbers())
    return onlyNaN;
  const bool mayBeNaN = a.mayBeNaN || b.mayBeNaN || (a.contains(0) && b.contains(0)) ||
                        (a.mayBeInfinite() && b.mayBeInfinite());
  const bool isSignOpen =
      b.contains(0) && !(b.low == b.high && std::signbit(b.low) == std::signbit(b.high));
  if (isSignOpen && a.low == 0 && a.high == 0)
    return {-0.0, 0.0, mayBeNaN};
  if (isSignOpen) // close to 0 on either side of it
    return {-infinity, infinity, mayBeNaN};
  return ofCorners({a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high}, mayBeNaN);
}

Range maximum(const Range &a, const Range &b) {
  if (!a.hasNumbers() || !b.hasNumbers())
    return onlyNaN;
  return {greater(a.low, b.low), greater(a.high, b.high), a.mayBeNaN || b.mayBeNaN};
}

Range minimum(const Range &a, const Range &b) { return negate(maximum(negate(a), negate(b))); }

/// Of a type in which what is too large becomes NaN.
static double greatestNumber(const machine::Float8 &format, DType dtype) {
  return loadDouble(&format.greatest, dtype);
}

Range rounded(DType dtype, const Range &range) {
  if (!range.hasNumbers())
    return range;
  Range result{roundedTo(dtype, range.low), roundedTo(dtype, range.high), range.mayBeNaN};
  if (!std::isnan(result.low) && !std::isnan(result.high))
    return result;
  const double greatest = greatestNumber(*machine::float8Of(dtype), dtype);
  if (std::isnan(result.low) && std::isnan(result.high) &&
      (range.low > greatest || range.high < -greatest))
    return onlyNaN;
  return {std::isnan(result.low) ? -greatest : result.low,
          std::isnan(result.high) ? greatest : result.high, true};
}

} // namespace wave::interpreter
