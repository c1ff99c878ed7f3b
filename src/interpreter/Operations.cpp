//===- Operations.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "machine/ElementFormat.h"

namespace wave::interpreter {

/// Integers wrap: the sum is taken modulo 2^64 here and rounded to its type later.
static int64_t modulo(uint64_t value) { return static_cast<int64_t>(value); }
static uint64_t bits(Number number) { return static_cast<uint64_t>(number.integer); }

static double real(Number integer) { return static_cast<double>(integer.integer); }

Number add(DType dtype, Number a, Number b) {
  if (!is_float(dtype))
    return {.integer = modulo(bits(a) + bits(b)), .error = a.error + b.error};
  return {
      .real = a.real + b.real, .error = a.error + b.error, .magnitude = a.magnitude + b.magnitude};
}

Number subtract(DType dtype, Number a, Number b) {
  if (!is_float(dtype))
    return {.integer = modulo(bits(a) - bits(b)), .error = a.error + b.error};
  return {
      .real = a.real - b.real, .error = a.error + b.error, .magnitude = a.magnitude + b.magnitude};
}

Number multiply(DType dtype, Number a, Number b) {
  if (!is_float(dtype))
    return {.integer = modulo(bits(a) * bits(b)),
            .error =
                std::fabs(real(a)) * b.error + std::fabs(real(b)) * a.error + a.error * b.error};
  return {.real = a.real * b.real,
          .error = std::fabs(a.real) * b.error + std::fabs(b.real) * a.error + a.error * b.error,
          .magnitude = a.magnitude * b.magnitude};
}

Number divide(DType, Number a, Number b) {
  double quotient = a.real / b.real;
  // The divisor is at least this far from 0; if it may be 0, anything may come out.
  double divisor = std::max(std::fabs(b.real) - b.error, 0.0);
  return {.real = quotient,
          .error = (a.error + std::fabs(quotient) * b.error) / divisor,
          .magnitude = a.magnitude / divisor};
}

Number maximum(DType dtype, Number a, Number b) {
  bool takesA = is_float(dtype)
                    ? std::isnan(a.real) || a.real > b.real ||
                          (a.real == b.real && std::signbit(b.real)) // 0 is greater than -0
                    : a.integer > b.integer;
  Number greater = takesA ? a : b;
  greater.error = std::max(a.error, b.error);
  greater.magnitude = std::max(a.magnitude, b.magnitude);
  return greater;
}

Number minimum(DType dtype, Number a, Number b) {
  bool takesA = is_float(dtype) ? std::isnan(a.real) || a.real < b.real ||
                                      (a.real == b.real && std::signbit(a.real))
                                : a.integer < b.integer;
  Number less = takesA ? a : b;
  less.error = std::max(a.error, b.error);
  less.magnitude = std::max(a.magnitude, b.magnitude);
  return less;
}

/// What `x` and `y` differ by, at most, when each is off by its error; NaN counts as far.
static double distance(DType dtype, const Number &a, const Number &b) {
  double apart = is_float(dtype) ? std::fabs(a.real - b.real) : std::fabs(real(a) - real(b));
  return std::isnan(apart) ? std::numeric_limits<double>::infinity() : apart;
}

template <typename T> static bool holds(ir::ComparisonKind comparison, T a, T b) {
  switch (comparison) {
  case ir::ComparisonKind::Less:
    return a < b;
  case ir::ComparisonKind::LessEqual:
    return a <= b;
  case ir::ComparisonKind::Greater:
    return a > b;
  case ir::ComparisonKind::GreaterEqual:
    return a >= b;
  case ir::ComparisonKind::Equal:
    return a == b;
  case ir::ComparisonKind::NotEqual:
    return a != b;
  }
  return false;
}

Number compare(ir::ComparisonKind comparison, DType dtype, Number a, Number b) {
  bool truth =
      is_float(dtype) ? holds(comparison, a.real, b.real) : holds(comparison, a.integer, b.integer);
  double error = a.error + b.error;
  bool mayTurn = error > 0 && !(distance(dtype, a, b) > error);
  return {.integer = truth, .error = mayTurn ? 1.0 : 0.0};
}

Number combine(ir::LogicKind logic, Number a, Number b) {
  int64_t truth = logic == ir::LogicKind::And  ? a.integer & b.integer
                  : logic == ir::LogicKind::Or ? a.integer | b.integer
                                               : a.integer ^ b.integer;
  return {.integer = truth, .error = std::max(a.error, b.error)};
}

Array select(const std::vector<Axis> &axes, const Array &condition, const Array &a,
             const Array &b) {
  Array result(axes, a.dtype());
  const Projection inCondition(condition, axes), inA(a, axes), inB(b, axes);
  forEach(axes, [&](const Coordinate &x) {
    Number choice = condition[inCondition(x)];
    Number yes = a[inA(x)], no = b[inB(x)];
    Number &chosen = result.at(x) = choice.integer ? yes : no;
    if (choice.error > 0) {
      chosen.error = std::max(yes.error, no.error) + distance(a.dtype(), yes, no);
      chosen.magnitude = std::max(yes.magnitude, no.magnitude);
    }
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Functions of one element
//===----------------------------------------------------------------------===//

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
  }
  return x;
}

/// All of them are monotonic where they are not exact, so that the ends of the interval
/// around the argument give the ends of that around the result.
static Number applyToFloat(ir::UnaryKind function, Number x, DType dtype) {
  if (function == ir::UnaryKind::Abs || function == ir::UnaryKind::Neg)
    return {.real = valueAt(function, x.real), .error = x.error, .magnitude = x.magnitude};
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Number result = exactly(valueAt(function, x.real));
  if (x.error > 0)
    for (double end : {std::nextafter(x.real - x.error, -infinity),
                       std::nextafter(x.real + x.error, infinity)}) {
      double apart = std::fabs(valueAt(function, end) - result.real);
      result.error = std::isnan(apart) ? infinity : std::max(result.error, apart);
    }
  // 2 units in the last place of what the function is computed in.
  DType computed = dtype == DType::f64 ? DType::f64 : DType::f32;
  machine::ElementFormat format = machine::formatOf(computed);
  if (function != ir::UnaryKind::Sqrt)
    result.error +=
        4 * format.unitRoundoff() * std::fabs(result.real) + 2 * format.smallestDistance();
  return result;
}

Array apply(ir::UnaryKind function, const Array &value, Rounding rounding) {
  Array result(value.axes(), value.dtype());
  forEach(value.axes(), [&](const Coordinate &at) {
    const Number &x = value.at(at);
    if (is_float(value.dtype())) {
      Number exact = applyToFloat(function, x, value.dtype());
      result.at(at) = roundTo(value.dtype(), exact, rounding);
      return;
    }
    bool negates = function == ir::UnaryKind::Neg || x.integer < 0;
    result.at(at) =
        roundTo(value.dtype(),
                {.integer = negates ? modulo(-bits(x)) : x.integer, .error = x.error}, rounding);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Array elementwise(const std::vector<Axis> &axes, DType dtype, const Array &lhs, const Array &rhs,
                  const BinaryFunction &function, Rounding rounding) {
  Array result(axes, dtype);
  const Projection inLhs(lhs, axes), inRhs(rhs, axes);
  forEach(axes, [&](const Coordinate &x) {
    Number value = function(lhs[inLhs(x)], rhs[inRhs(x)]);
    result.at(x) = roundTo(result.dtype(), value, rounding);
  });
  return result;
}

static bool has(const Array &array, const std::string &axis) {
  return std::ranges::count(array.axes(), axis, &Axis::name) != 0;
}

Array mma(const Array &lhs, const Array &rhs, const Array &accumulator, Rounding rounding) {
  // The accumulator's axes, then the reduction, so that sums run along k.
  std::vector<Axis> axes = accumulator.axes();
  for (const Axis &axis : lhs.axes())
    if (has(rhs, axis.name) && !has(accumulator, axis.name))
      axes.push_back(axis);
  Array result = accumulator;
  DType operands = lhs.dtype(), sums = accumulator.dtype();
  const Projection inLhs(lhs, axes), inRhs(rhs, axes), inResult(result, axes);
  forEach(axes, [&](const Coordinate &x) {
    Number a = convert(operands, sums, lhs[inLhs(x)], rounding);
    Number b = convert(operands, sums, rhs[inRhs(x)], rounding);
    Number &sum = result[inResult(x)];
    sum = roundTo(sums, add(sums, sum, multiply(sums, a, b)), rounding);
  });
  return result;
}

/// What a reduction of no element gives.
static Number identity(ir::ReductionKind reduction, DType dtype) {
  if (reduction == ir::ReductionKind::Sum)
    return {};
  bool isLowest = reduction == ir::ReductionKind::Max;
  if (is_float(dtype)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {.real = isLowest ? -infinity : infinity};
  }
  int64_t highest = std::numeric_limits<int64_t>::max() >> (64 - 8 * size_in_bytes(dtype));
  return {.integer = isLowest ? -highest - 1 : highest};
}

Array reduce(ir::ReductionKind reduction, const std::vector<Axis> &axes, const Array &value,
             const Array *init, const std::string &axis, Rounding rounding) {
  const DType dtype = value.dtype();
  const DType sums = is_float(dtype) && dtype != DType::f64 ? DType::f32 : dtype;
  auto join = [&](Number &total, const Number &element) {
    total = reduction == ir::ReductionKind::Sum ? roundTo(sums, add(sums, total, element), rounding)
            : reduction == ir::ReductionKind::Max ? maximum(sums, total, element)
                                                  : minimum(sums, total, element);
  };
  Array result = splat(axes, dtype, identity(reduction, dtype));
  std::vector<Axis> all = axes;
  all.push_back(*std::ranges::find(value.axes(), axis, &Axis::name));
  const Projection inResult(result, all), inValue(value, all);
  forEach(all, [&](const Coordinate &x) { join(result[inResult(x)], value[inValue(x)]); });
  const Projection inInit(init ? *init : result, axes);
  forEach(axes, [&](const Coordinate &x) {
    if (init)
      join(result.at(x), (*init)[inInit(x)]);
    if (reduction == ir::ReductionKind::Sum)
      result.at(x) = roundTo(dtype, result.at(x), rounding);
  });
  return result;
}

Array cast(const Array &value, DType dtype, Rounding rounding) {
  Array result(value.axes(), dtype);
  forEach(value.axes(), [&](const Coordinate &x) {
    result.at(x) = convert(value.dtype(), dtype, value.at(x), rounding);
  });
  return result;
}

Array splat(const std::vector<Axis> &axes, DType dtype, Number value) {
  Array result(axes, dtype);
  forEach(axes, [&](const Coordinate &x) { result.at(x) = value; });
  return result;
}

} // namespace wave::interpreter
