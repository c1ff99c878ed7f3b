//===- Float8.cpp - Conversions of the 8-bit float types ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rounded once, from a double, to nearest even.  What is too large is not saturated: it
// becomes infinity, or NaN where there is none, as NumPy's ml_dtypes, PyTorch, and AMD's
// conversion instructions in their default mode do.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "machine/ElementFormat.h"
#include "wave/types.h"

namespace wave {

static uint8_t encode(const machine::Float8 &format, double value) {
  if (std::isnan(value))
    return format.nan;
  const uint8_t sign = std::signbit(value) ? 0x80 : 0;
  const double magnitude = std::fabs(value);
  constexpr double beyondAll = 0x1p17; // and beyond what ilogb and an int can do
  if (magnitude >= beyondAll)
    return format.hasNegativeZero ? static_cast<uint8_t>(sign | format.overflow) : format.overflow;
  // In units of the last place; below the smallest normal number these stay the same.
  const int smallest = 1 - format.bias;
  const int exponent = magnitude == 0 ? smallest : std::max(std::ilogb(magnitude), smallest);
  const double units = std::nearbyint(std::ldexp(magnitude, format.mantissaBits - exponent));
  // A carry out of the mantissa continues in the exponent.
  const int code = static_cast<int>(units) + ((exponent - smallest) << format.mantissaBits);
  if (code > format.greatest)
    return format.hasNegativeZero ? static_cast<uint8_t>(sign | format.overflow) : format.overflow;
  return code == 0 && !format.hasNegativeZero ? 0 : static_cast<uint8_t>(sign | code);
}

static float decode(const machine::Float8 &format, unsigned code) {
  const unsigned magnitude = code & 0x7F;
  const float sign = (code & 0x80) != 0 ? -1.0f : 1.0f;
  if (!format.hasNegativeZero && code == format.nan)
    return std::numeric_limits<float>::quiet_NaN();
  if (format.hasNegativeZero && magnitude > format.greatest)
    return format.overflow != format.nan && magnitude == format.overflow
               ? sign * std::numeric_limits<float>::infinity()
               : std::numeric_limits<float>::quiet_NaN();
  const int exponent = static_cast<int>(magnitude >> format.mantissaBits);
  const int ones = 1 << format.mantissaBits;
  const int mantissa = static_cast<int>(magnitude) % ones + (exponent == 0 ? 0 : ones);
  return sign * std::ldexp(static_cast<float>(mantissa),
                           std::max(exponent, 1) - format.bias - format.mantissaBits);
}

template <DType type>
float8<type>::float8(double value) : bits(encode(*machine::float8Of(type), value)) {}

template <DType type> float8<type>::operator float() const {
  static const std::array<float, 256> values = [] {
    std::array<float, 256> all{};
    for (unsigned code = 0; code < all.size(); ++code)
      all[code] = decode(*machine::float8Of(type), code);
    return all;
  }();
  return values[bits];
}

template struct float8<f8e4m3fn>;
template struct float8<f8e5m2>;
template struct float8<f8e4m3fnuz>;
template struct float8<f8e5m2fnuz>;

} // namespace wave
