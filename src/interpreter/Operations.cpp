//===- Operations.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Operations.h"

#include <algorithm>
#include <cmath>

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

Array elementwise(const std::vector<Axis> &axes, const Array &lhs, const Array &rhs,
                  const BinaryFunction &function, Rounding rounding) {
  Array result(axes, lhs.dtype());
  forEach(axes, [&](const Coordinate &x) {
    Number value = function(lhs.at(lhs.project(axes, x)), rhs.at(rhs.project(axes, x)));
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
  forEach(axes, [&](const Coordinate &x) {
    Number a = convert(operands, sums, lhs.at(lhs.project(axes, x)), rounding);
    Number b = convert(operands, sums, rhs.at(rhs.project(axes, x)), rounding);
    Number &sum = result.at(result.project(axes, x));
    sum = roundTo(sums, add(sums, sum, multiply(sums, a, b)), rounding);
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
