//===- Floats.h - The float types of a lane -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions in integer arithmetic without branches, so that loops over lanes become
// vector code on any processor.  Everything rounds to nearest, ties to even.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace wave::executor {

inline float floatOfHalf(uint16_t half) {
  const uint32_t sign = static_cast<uint32_t>(half & 0x8000u) << 16;
  const uint32_t magnitude = static_cast<uint32_t>(half & 0x7FFFu) << 13;
  // 2^112 moves the exponent from f16's bias to f32's, and makes subnormals normal.
  const uint32_t finite = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112f);
  const uint32_t special = magnitude | 0x7F800000u;
  return std::bit_cast<float>(sign | (magnitude >= 0x0F800000u ? special : finite));
}

inline uint16_t halfOfFloat(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  // Adding 1/2 leaves the value in units of f16's least number, rounded by the processor.
  const uint32_t small =
      std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) - 0x3F000000u;
  const uint32_t odd = (magnitude >> 13) & 1u;
  const uint32_t normal = (magnitude - (112u << 23) + 0xFFFu + odd) >> 13;
  uint32_t result = magnitude < (113u << 23) ? small : normal;
  result = magnitude >= 0x477FF000u ? 0x7C00u : result; // 65520 and more
  result = magnitude > 0x7F800000u ? 0x7E00u : result;
  return static_cast<uint16_t>(((bits >> 16) & 0x8000u) | result);
}

inline float floatOfBrain(uint16_t brain) {
  return std::bit_cast<float>(static_cast<uint32_t>(brain) << 16);
}

inline uint16_t brainOfFloat(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
  const uint32_t nan = (bits >> 16) | 0x40u;
  return static_cast<uint16_t>((bits & 0x7FFFFFFFu) > 0x7F800000u ? nan : rounded);
}

/// Of an inexact value the neighbour whose last bit is 1: rounding that once more, to 22 bits
/// or fewer, gives what rounding the value itself would.
inline float floatToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  const uint32_t bits = std::bit_cast<uint32_t>(nearest);
  if (nearest == value || std::isnan(value) || (bits & 1u) != 0)
    return nearest;
  const bool tooLarge = std::fabs(static_cast<double>(nearest)) > std::fabs(value);
  return std::bit_cast<float>(tooLarge ? bits - 1u : bits + 1u);
}

/// a + b, to odd as above.
inline double sumToOdd(double a, double b) {
  const double sum = a + b;
  const double inB = sum - a;
  const double error = (a - (sum - inB)) + (b - inB);
  const uint64_t bits = std::bit_cast<uint64_t>(sum);
  if (!(error != 0.0) || !std::isfinite(sum) || (bits & 1u) != 0)
    return sum;
  const bool tooLarge = (error < 0.0) == (sum > 0.0);
  return std::bit_cast<double>(tooLarge ? bits - 1u : bits + 1u);
}

/// How numbers of 8 bits are read: e4m3 and e5m2, in AMD's form of CDNA3 without infinities
/// and negative zero ("fnuz"), or in that of the Open Compute Project, CDNA4's.
struct Float8 {
  int exponentBits;
  bool fnuz;

  int mantissaBits() const { return 7 - exponentBits; }
  int bias() const { return (1 << (exponentBits - 1)) - (fnuz ? 0 : 1); }
  /// Whether the greatest exponent holds infinities and NaNs alone.
  bool hasInfinity() const { return !fnuz && exponentBits == 5; }

  float decode(uint8_t code) const {
    const int exponent = (code & 0x7F) >> mantissaBits();
    const int mantissa = code & ((1 << mantissaBits()) - 1);
    const float sign = (code & 0x80) != 0 ? -1.0f : 1.0f;
    if (fnuz && code == 0x80)
      return std::nanf("");
    if (hasInfinity() && exponent == 31)
      return mantissa == 0 ? sign * INFINITY : std::nanf("");
    if (!fnuz && exponentBits == 4 && (code & 0x7F) == 0x7F)
      return std::nanf("");
    if (exponent == 0)
      return sign * std::ldexp(static_cast<float>(mantissa), 1 - bias() - mantissaBits());
    return sign * std::ldexp(static_cast<float>(mantissa + (1 << mantissaBits())),
                             exponent - bias() - mantissaBits());
  }

  uint8_t nan() const { return fnuz ? 0x80 : 0x7F; }

  /// As the conversion instructions do without saturation: what is too large becomes infinity
  /// where there is one, and NaN where there is none.
  uint8_t encode(float value) const {
    if (std::isnan(value))
      return nan();
    const auto sign = static_cast<uint8_t>(std::signbit(value) ? 0x80 : 0);
    const float magnitude = std::fabs(value);
    if (std::isinf(magnitude))
      return overflow(sign);
    // Units of the last place, of a subnormal number at least.
    const int exponent = magnitude == 0.0f ? 1 - bias() : std::ilogb(magnitude);
    const int unit = std::max(exponent, 1 - bias()) - mantissaBits();
    const auto rounded = static_cast<int>(std::nearbyint(std::ldexp(magnitude, -unit)));
    // A carry out of the mantissa continues in the exponent.
    const int code = rounded + ((unit + mantissaBits() + bias() - 1) << mantissaBits());
    if (code > greatest())
      return overflow(sign);
    if (code == 0 && fnuz)
      return 0;
    return static_cast<uint8_t>(sign | code);
  }

private:
  int greatest() const { return fnuz ? 0x7F : exponentBits == 5 ? 0x7B : 0x7E; }
  uint8_t overflow(uint8_t sign) const {
    return hasInfinity() ? static_cast<uint8_t>(sign | 0x7C)
                         : static_cast<uint8_t>(fnuz ? 0x80 : sign | 0x7F);
  }
};

/// By code.
inline std::array<float, 256> decodedAll(const Float8 &format) {
  std::array<float, 256> values;
  for (unsigned code = 0; code < 256; ++code)
    values[code] = format.decode(static_cast<uint8_t>(code));
  return values;
}

// As matrix instructions add a product: rounded once, or modulo 2^32.
inline float multiplyAdd(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline double multiplyAdd(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline uint32_t multiplyAdd(uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }

} // namespace wave::executor
