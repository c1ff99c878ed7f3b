//===- Array.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Array.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "machine/ElementFormat.h"
#include "runtime/Rounding.h"
#include "runtime/TensorElements.h"

namespace wave::interpreter {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Keeps the low bits, as two's complement arithmetic does.
static int64_t wrap(DType dtype, int64_t value) {
  switch (dtype) {
  case DType::i8:
    return static_cast<int8_t>(static_cast<uint64_t>(value));
  case DType::i32:
    return static_cast<int32_t>(static_cast<uint64_t>(value));
  default:
    return value;
  }
}

Number exactly(double value) { return {.real = value, .magnitude = std::fabs(value)}; }

Number roundTo(DType dtype, Number number, Rounding rounding) {
  if (!is_float(dtype))
    return {.integer = wrap(dtype, number.integer), .error = number.error};
  if (rounding == Rounding::ToElementType)
    return {.real = roundedTo(dtype, number.real)};
  machine::ElementFormat format = machine::formatOf(dtype);
  number.error += format.unitRoundoff() * number.magnitude + format.smallestDistance() / 2;
  return number;
}

/// Truncates; saturates; NaN becomes 0.
static int64_t toInteger(DType dtype, double value) {
  if (std::isnan(value))
    return 0;
  int bits = static_cast<int>(size_in_bytes(dtype)) * 8;
  double limit = std::ldexp(1.0, bits - 1);
  int64_t highest = std::numeric_limits<int64_t>::max() >> (64 - bits);
  if (value >= limit)
    return highest;
  if (value < -limit)
    return -highest - 1;
  return static_cast<int64_t>(value);
}

/// An integer beyond 2^53 as a double whose last bit says that it was rounded, so that
/// rounding it once more, to 16 bits, gives what rounding once would.
static double roundToOdd(int64_t value) {
  constexpr int64_t low = 2048; // the last bit of a double that is close to 2^63
  int64_t rest = value & (low - 1);
  bool isExact = rest == 0 || (value > -(int64_t(1) << 53) && value < int64_t(1) << 53);
  return static_cast<double>(isExact ? value : value - rest + low / 2);
}

/// The error of a truncated float: how far the ends of its interval fall apart.
static Number truncate(DType dtype, Number number) {
  int64_t value = toInteger(dtype, number.real);
  auto distance = [&](double end) {
    return std::fabs(static_cast<double>(toInteger(dtype, end)) - static_cast<double>(value));
  };
  return {.integer = value,
          .error =
              std::max(distance(number.real - number.error), distance(number.real + number.error))};
}

Number convert(DType from, DType to, Number number, Rounding rounding) {
  if (to == DType::i1) {
    double value = is_float(from) ? number.real : static_cast<double>(number.integer);
    bool mayTurn = number.error > 0 && !(std::fabs(value) > number.error);
    return {.integer = value != 0, .error = mayTurn ? 1.0 : 0.0};
  }
  if (is_float(from))
    return is_float(to) ? roundTo(to, number, rounding) : truncate(to, number);
  if (!is_float(to))
    return {.integer = wrap(to, number.integer), .error = number.error};
  if (to == DType::f32 && rounding == Rounding::ToElementType)
    return {.real = static_cast<double>(static_cast<float>(number.integer))}; // rounds once
  Number result = exactly(size_in_bytes(to) == 2 ? roundToOdd(number.integer)
                                                 : static_cast<double>(number.integer));
  result.error = number.error;
  return roundTo(to, result, rounding);
}

Number load(DType dtype, const std::byte *element) {
  return withElementType(dtype, [&](auto tag) -> Number {
    using T = typename decltype(tag)::Type;
    T value = loadElement<T>(element);
    if constexpr (std::is_integral_v<T>)
      return {.integer = static_cast<int64_t>(value)};
    else
      return exactly(static_cast<double>(value));
  });
}

void store(DType dtype, std::byte *element, const Number &number) {
  withElementType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_integral_v<T>)
      storeElement<T>(element, static_cast<T>(number.integer));
    else
      storeElement<T>(element, static_cast<T>(number.real));
  });
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static size_t count(const std::vector<Axis> &axes) {
  size_t total = 1;
  for (const Axis &axis : axes)
    total *= static_cast<size_t>(axis.size);
  return total;
}

Array::Array(std::vector<Axis> axes, DType dtype)
    : axes_(std::move(axes)), dtype_(dtype), numbers_(count(axes_)) {}

size_t Array::offset(const Coordinate &coordinate) const {
  size_t offset = 0;
  for (size_t i = 0; i < axes_.size(); ++i)
    offset = offset * static_cast<size_t>(axes_[i].size) + static_cast<size_t>(coordinate[i]);
  return offset;
}

Projection::Projection(const Array &array, const std::vector<Axis> &axes)
    : strides(axes.size(), 0) {
  size_t stride = 1;
  for (size_t i = array.axes().size(); i-- > 0;) {
    const Axis &axis = array.axes()[i];
    auto found = std::ranges::find(axes, axis.name, &Axis::name);
    strides[static_cast<size_t>(found - axes.begin())] = stride;
    stride *= static_cast<size_t>(axis.size);
  }
}

size_t Projection::operator()(const Coordinate &coordinate) const {
  size_t offset = 0;
  for (size_t i = 0; i < strides.size(); ++i)
    offset += static_cast<size_t>(coordinate[i]) * strides[i];
  return offset;
}

void forEach(const std::vector<Axis> &axes, const std::function<void(const Coordinate &)> &visit) {
  if (count(axes) == 0)
    return;
  Coordinate coordinate(axes.size(), 0);
  while (true) {
    visit(coordinate);
    size_t i = axes.size();
    while (i > 0 && ++coordinate[i - 1] == axes[i - 1].size)
      coordinate[--i] = 0;
    if (i == 0)
      return;
  }
}

} // namespace wave::interpreter
