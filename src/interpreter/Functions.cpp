//===- Functions.cpp - Functions of one element ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>

#include "dialect/ApproximateFunctions.h"
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
  case ir::UnaryKind::Rcp:
    return 1 / x;
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

namespace {
/// A function, and within what of its exact value an implementation may be.
class Function {
public:
  Function(ir::UnaryKind kind, DType dtype, bool isApproximate)
      : kind(kind), dtype(dtype == DType::f64 ? DType::f64 : DType::f32) {
    if (isApproximate && this->dtype == DType::f32)
      approximate = ir::approximateBound(kind);
  }

  double at(double x) const { return valueAt(kind, x); }
  bool isExactAt(double x) const;
  Range over(Range x) const;

private:
  double errorAt(double x, double value) const;
  Range flushed(Range x) const;

  ir::UnaryKind kind;
  DType dtype; ///< that it is computed in
  std::optional<ir::ApproximateBound> approximate;
};
} // namespace

/// Where the language promises the rounded result itself (docs/language.md, "Functions"): what
/// IEEE 754 says of infinities, zeros and NaN, and, but for approximate functions, powers that are
/// numbers, and their logarithms.
bool Function::isExactAt(double x) const {
  if (std::isnan(x) || std::isinf(x) || x == 0)
    return true;
  switch (kind) {
  case ir::UnaryKind::Exp2:
    return !approximate && std::trunc(x) == x;
  case ir::UnaryKind::Log2: {
    int exponent;
    return x < 0 || (!approximate && std::frexp(x, &exponent) == 0.5);
  }
  case ir::UnaryKind::Log:
    return x < 0 || (!approximate && x == 1);
  case ir::UnaryKind::Rsqrt:
    return x < 0;
  case ir::UnaryKind::Exp:
  case ir::UnaryKind::Tanh:
    return false;
  case ir::UnaryKind::Sqrt:
    return x < 0 || !approximate;
  case ir::UnaryKind::Rcp:
    return !approximate;
  case ir::UnaryKind::Abs:
  case ir::UnaryKind::Neg:
  case ir::UnaryKind::Tf32:
    return true;
  }
  return false;
}

/// The least number that is not subnormal.
static double leastNormal(DType dtype) {
  const machine::ElementFormat format = machine::formatOf(dtype);
  return format.smallestDistance() / (2 * format.unitRoundoff());
}

/// The function's bound, and what the value here, of the host's double, may be off.
double Function::errorAt(double x, double value) const {
  if (isExactAt(x) || std::isinf(value))
    return 0;
  const machine::ElementFormat format = machine::formatOf(dtype);
  if (!approximate)
    return (4 * format.unitRoundoff() + 0x1p-51) * std::fabs(value) + 2 * format.smallestDistance();
  if (std::fabs(value) < 2 * leastNormal(dtype)) // may be flushed
    return std::fabs(value) + format.smallestDistance();
  return (approximate->relative + approximate->perUnit * std::fabs(x) + format.unitRoundoff()) *
             std::fabs(value) +
         approximate->absolute;
}

/// With the zero that a subnormal argument of an approximate function may count as.
Range Function::flushed(Range x) const {
  const double least = leastNormal(dtype);
  if (approximate && x.low > 0 && x.low < least)
    x.low = 0;
  if (approximate && x.high < 0 && x.high > -least)
    x.high = -0.0;
  return x;
}

/// All but `abs` and `rcp` are monotonic, so that the ends of the argument's range give those of
/// the result's.
Range Function::over(Range x) const {
  const bool isOfPositive = kind == ir::UnaryKind::Log || kind == ir::UnaryKind::Log2 ||
                            kind == ir::UnaryKind::Sqrt || kind == ir::UnaryKind::Rsqrt;
  if (x.hasNumbers())
    x = flushed(x);
  if (isOfPositive && x.low < 0) {
    x = {-0.0, x.high, true};
    if (x.high < 0)
      return onlyNaN;
  }
  if (!x.hasNumbers())
    return onlyNaN;
  if (kind == ir::UnaryKind::Abs && x.contains(0))
    return {0, std::max(-x.low, x.high), x.mayBeNaN};
  const bool hasBothZeros =
      x.contains(0) && (x.low < 0 || std::signbit(x.low)) && (x.high > 0 || !std::signbit(x.high));
  if (kind == ir::UnaryKind::Rcp && hasBothZeros)
    return {-infinity, infinity, x.mayBeNaN};
  if (kind == ir::UnaryKind::Rsqrt && x.low == 0 && std::signbit(x.low))
    return {-infinity, infinity, x.mayBeNaN};
  Range result = onlyNaN;
  result.mayBeNaN = x.mayBeNaN;
  for (const double end : {x.low, x.high}) {
    const double value = at(end), error = errorAt(end, value);
    result = hull(result, {value - error, value + error, false});
  }
  const bool isNeverNegative =
      kind == ir::UnaryKind::Exp || kind == ir::UnaryKind::Exp2 || kind == ir::UnaryKind::Rsqrt;
  if (isNeverNegative)
    result.low = std::max(result.low, 0.0);
  return result;
}

static Number applyToFloat(const Function &function, const Number &x, DType dtype,
                           Rounding rounding) {
  const Number result{.real = function.at(x.real)};
  if (rounding != Rounding::WithRanges || (x.isExact && function.isExactAt(x.real)))
    return result;
  return inexactly(result, function.over(rangeOf(dtype, x)));
}

static Number applyToInteger(ir::UnaryKind kind, const Function &function, const Number &x) {
  const bool negates = kind == ir::UnaryKind::Neg || x.integer < 0;
  const Number result{.integer = negates ? static_cast<int64_t>(-static_cast<uint64_t>(x.integer))
                                         : x.integer};
  return x.isExact ? result : inexactly(result, function.over(x.range));
}

Array apply(ir::UnaryKind kind, bool isApproximate, const Array &value, Rounding rounding) {
  const DType dtype = value.dtype();
  const Function function(kind, dtype, isApproximate);
  Array result(value.axes(), dtype);
  forEach(value.axes(), [&](const Coordinate &at) {
    const Number &x = value.at(at);
    result.at(at) = roundTo(dtype,
                            is_float(dtype) ? applyToFloat(function, x, dtype, rounding)
                                            : applyToInteger(kind, function, x),
                            rounding);
  });
  return result;
}

} // namespace wave::interpreter
