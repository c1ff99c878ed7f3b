//===- Array.cpp ----------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "interpreter/Array.h"

#include <algorithm>
#include <atomic>
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

Number exactly(double value) { return {.real = value}; }

Range rangeOf(DType dtype, const Number &number) {
  if (!number.isExact)
    return number.range;
  if (!is_float(dtype)) {
    const auto value = static_cast<double>(number.integer);
    return {value, value, false};
  }
  return std::isnan(number.real) ? onlyNaN : Range{number.real, number.real, false};
}

Number inexactly(Number number, const Range &range) {
  static std::atomic<uint64_t> origins{0};
  number.isExact = range.isOneValue();
  number.range = range;
  number.origin = number.isExact ? 0 : origins.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

bool isSame(const Number &a, const Number &b) { return a.origin != 0 && a.origin == b.origin; }

/// What wraps may be anything.
static Range wrapped(DType dtype, Range range) {
  const double limit =
      dtype == DType::i1 ? 2 : std::ldexp(1.0, static_cast<int>(size_in_bytes(dtype)) * 8 - 1);
  if (range.low < -limit || range.high >= limit)
    return {-limit, limit, false};
  if (std::fabs(range.low) > 0x1p53)
    range.low = std::nextafter(range.low, -limit);
  if (std::fabs(range.high) > 0x1p53)
    range.high = std::nextafter(range.high, limit);
  return range;
}

Number roundTo(DType dtype, Number number, Rounding rounding) {
  if (is_float(dtype) && rounding == Rounding::None)
    return number;
  if (is_float(dtype))
    number.real = roundedTo(dtype, number.real);
  else
    number.integer = wrap(dtype, number.integer);
  if (number.isExact)
    return number;
  number.range = is_float(dtype) ? rounded(dtype, number.range) : wrapped(dtype, number.range);
  number.isExact = number.range.isOneValue();
  if (number.isExact)
    number.origin = 0;
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

static Number truncate(DType dtype, const Number &number) {
  const Number result{.integer = toInteger(dtype, number.real)};
  if (number.isExact)
    return result;
  auto end = [&](double value) { return static_cast<double>(toInteger(dtype, value)); };
  const Range from = number.range;
  Range to{end(from.low), end(from.high), false};
  if (from.mayBeNaN)
    to = from.hasNumbers() ? hull(to, {0, 0, false}) : Range{};
  return inexactly(result, to);
}

static Number truthOf(DType from, const Number &number) {
  const double value = is_float(from) ? number.real : static_cast<double>(number.integer);
  const Number result{.integer = value != 0};
  if (number.isExact)
    return result;
  const Range &range = number.range;
  const bool mayBeFalse = range.contains(0),
             mayBeTrue = range.mayBeNaN || range.low < 0 || range.high > 0;
  return inexactly(result, {mayBeFalse ? 0.0 : 1.0, mayBeTrue ? 1.0 : 0.0, false});
}

Number convert(DType from, DType to, Number number, Rounding rounding) {
  if (to == DType::i1)
    return truthOf(from, number);
  if (is_float(from) && !is_float(to))
    return truncate(to, number);
  if (is_float(from) == is_float(to)) {
    if (!number.isExact && machine::narrows(from, to)) // it may become another number
      number = inexactly(number, number.range);
    return roundTo(to, number, rounding);
  }
  const int64_t value = number.integer;
  if (to == DType::f32 && rounding != Rounding::None)
    number.real = static_cast<double>(static_cast<float>(value)); // rounds once
  else
    number.real = size_in_bytes(to) == 2 ? roundToOdd(value) : static_cast<double>(value);
  number.integer = 0;
  if (!number.isExact)
    number = inexactly(number, number.range);
  return roundTo(to, number, rounding);
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

Number fromBits(DType dtype, int64_t bits) {
  return load(dtype, reinterpret_cast<const std::byte *>(&bits));
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

size_t count(const std::vector<Axis> &axes) {
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

} // namespace wave::interpreter
