//===- Functions.cpp - Functions of one element ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>

#include "interpreter/Operations.h"
#include "machine/ElementFormat.h"

namespace wave::interpreter {

/// An f32 has 24 significant bits, fewer where it is subnormal: its low 13 bits are what is below
/// 2^-10 of its highest power of two, or of the smallest normal number.
static double withoutLowBits(double x) {
  if (!std::isfinite(x) || x == 0)
    return x;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(x), -126) - 10);
  return std::trunc(x / unit) * unit;
}

static double valueAt(ir::UnaryKind function, double x) {
  switch (function) {
  case ir::UnaryKind::Exp2:
    return std::exp2(x);
  case ir::UnaryKind::Exp:
    return std::exp(x);
  case ir::UnaryKind::Log2:
    return std::log2(x);
  case ir::UnaryKind::Log:
    return std::log(x);
  case ir::UnaryKind::Sqrt:
    return std::sqrt(x);
  case ir::UnaryKind::Rsqrt:
    return 1 / std::sqrt(x);
  case ir::UnaryKind::Tanh:
    return std::tanh(x);
  case ir::UnaryKind::Abs:
    return std::fabs(x);
  case ir::UnaryKind::Neg:
    return -x;
  case ir::UnaryKind::Tf32:
    return withoutLowBits(x);
  }
  return x;
}

/// Where the language promises the rounded result itself (docs/language.md, "Functions"): what
/// IEEE 754 says of infinities, zeros and NaN, powers that are numbers, and their logarithms.
static bool isExactAt(ir::UnaryKind function, double x) {
  if (std::isnan(x) || std::isinf(x) || x == 0)
    return true;
  switch (function) {
  case ir::UnaryKind::Exp2:
    return std::trunc(x) == x;
  case ir::UnaryKind::Log2: {
    int exponent;
    return x < 0 || std::frexp(x, &exponent) == 0.5;
  }
  case ir::UnaryKind::Log:
    return x < 0 || x == 1;
  case ir::UnaryKind::Rsqrt:
    return x < 0;
  case ir::UnaryKind::Exp:
  case ir::UnaryKind::Tanh:
    return false;
  case ir::UnaryKind::Sqrt:
  case ir::UnaryKind::Abs:
  case ir::UnaryKind::Neg:
  case ir::UnaryKind::Tf32:
    return true;
  }
  return false;
}

/// 2 units in the last place of what the function is computed in, and what the value here,
/// of the host's double, may be off.
static double errorAt(ir::UnaryKind function, double x, double value, DType dtype) {
  if (isExactAt(function, x) || std::isinf(value))
    return 0;
  const machine::ElementFormat format =
      machine::formatOf(dtype == DType::f64 ? DType::f64 : DType::f32);
  return (4 * format.unitRoundoff() + 0x1p-51) * std::fabs(value) + 2 * format.smallestDistance();
}

/// All but `abs` are monotonic, so that the ends of the argument's range give those of the
/// result's.
static Range applyToRange(ir::UnaryKind function, Range x, DType dtype) {
  const bool isOfPositive = function == ir::UnaryKind::Log || function == ir::UnaryKind::Log2 ||
                            function == ir::UnaryKind::Sqrt || function == ir::UnaryKind::Rsqrt;
  if (isOfPositive && x.low < 0) {
    x = {-0.0, x.high, true};
    if (x.high < 0)
      return onlyNaN;
  }
  if (!x.hasNumbers())
    return onlyNaN;
  if (function == ir::UnaryKind::Abs && x.contains(0))
    return {0, std::max(-x.low, x.high), x.mayBeNaN};
  if (function == ir::UnaryKind::Rsqrt && x.low == 0 && std::signbit(x.low))
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
            x.mayBeNaN};
  Range result = onlyNaN;
  result.mayBeNaN = x.mayBeNaN;
  for (const double end : {x.low, x.high}) {
    const double value = valueAt(function, end), error = errorAt(function, end, value, dtype);
    result = hull(result, {value - error, value + error, false});
  }
  const bool isNeverNegative = function == ir::UnaryKind::Exp || function == ir::UnaryKind::Exp2 ||
                               function == ir::UnaryKind::Rsqrt;
  if (isNeverNegative)
    result.low = std::max(result.low, 0.0);
  return result;
}

static Number applyToFloat(ir::UnaryKind function, const Number &x, DType dtype,
                           Rounding rounding) {
  const Number result{.real = valueAt(function, x.real)};
  if (rounding != Rounding::WithRanges || (x.isExact && isExactAt(function, x.real)))
    return result;
  return inexactly(result, applyToRange(function, rangeOf(dtype, x), dtype));
}

static Number applyToInteger(ir::UnaryKind function, const Number &x, DType dtype) {
  const bool negates = function == ir::UnaryKind::Neg || x.integer < 0;
  const Number result{.integer = negates ? static_cast<int64_t>(-static_cast<uint64_t>(x.integer))
                                         : x.integer};
  return x.isExact ? result : inexactly(result, applyToRange(function, x.range, dtype));
}

Array apply(ir::UnaryKind function, const Array &value, Rounding rounding) {
  const DType dtype = value.dtype();
  Array result(value.axes(), dtype);
  forEach(value.axes(), [&](const Coordinate &at) {
    const Number &x = value.at(at);
    result.at(at) = roundTo(dtype,
                            is_float(dtype) ? applyToFloat(function, x, dtype, rounding)
                                            : applyToInteger(function, x, dtype),
                            rounding);
  });
  return result;
}

} // namespace wave::interpreter
