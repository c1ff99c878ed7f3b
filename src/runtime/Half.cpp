//===- Half.cpp - Conversions of the 16-bit float types -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both types are rounded straight from the bits of a double.  Going through
// float would round twice: a double a little above a tie of the 16-bit type can
// become that tie, and then fall to the wrong side.
//
//===----------------------------------------------------------------------===//

#include <bit>

#include "runtime/Rounding.h"
#include "wave/types.h"

namespace wave {
namespace {

constexpr int doubleMantissaBits = 52;
constexpr int doubleBias = 1023;

template <int exponentBits, int mantissaBits> uint16_t roundFromDouble(double value) {
  static_assert(1 + exponentBits + mantissaBits == 16);
  constexpr int bias = (1 << (exponentBits - 1)) - 1;
  constexpr uint32_t infinity = ((1u << exponentBits) - 1u) << mantissaBits;

  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const uint32_t sign = static_cast<uint32_t>(bits >> 63) << 15;
  const int biasedExponent = static_cast<int>((bits >> doubleMantissaBits) & 0x7FFu);
  const uint64_t fraction = bits & ((uint64_t{1} << doubleMantissaBits) - 1u);

  if (biasedExponent == 0x7FF) {
    uint32_t mantissa = 0;
    if (fraction != 0) // the quiet bit keeps a NaN whose upper payload is empty
      mantissa = (1u << (mantissaBits - 1)) |
                 static_cast<uint32_t>(fraction >> (doubleMantissaBits - mantissaBits));
    return static_cast<uint16_t>(sign | infinity | mantissa);
  }

  const int exponent = biasedExponent - doubleBias;
  if (exponent > bias)
    return static_cast<uint16_t>(sign | infinity);

  // Below the smallest normal number the unit of the last place stays the same,
  // so more bits of the significand are dropped.
  constexpr int smallestExponent = 1 - bias;
  int dropped = doubleMantissaBits - mantissaBits;
  if (exponent < smallestExponent)
    dropped += smallestExponent - exponent;
  if (dropped > doubleMantissaBits + 1) // under half of the smallest subnormal
    return static_cast<uint16_t>(sign);

  const uint64_t significand = (uint64_t{1} << doubleMantissaBits) | fraction;
  // To nearest, ties to even, without a branch that goes either way at random.
  const uint64_t half = uint64_t{1} << (dropped - 1), odd = (significand >> dropped) & 1u;
  const auto kept = static_cast<uint32_t>((significand + half - 1u + odd) >> dropped);

  // A carry out of the mantissa moves into the exponent field, which is the
  // right result: the next binade, the first normal number, or infinity.
  uint32_t magnitude = kept;
  if (exponent >= smallestExponent)
    magnitude += static_cast<uint32_t>(exponent + bias - 1) << mantissaBits;
  return static_cast<uint16_t>(sign | magnitude);
}

} // namespace

float16::float16(double value) : bits(roundFromDouble<5, 10>(value)) {}

float16::operator float() const {
  const uint32_t sign = (bits & 0x8000u) << 16;
  const uint32_t exponent = (bits >> 10) & 0x1Fu;
  const uint32_t mantissa = bits & 0x3FFu;
  if (exponent == 0x1F)
    return std::bit_cast<float>(sign | 0x7F800000u | (mantissa << 13));
  if (exponent != 0)
    return std::bit_cast<float>(sign | ((exponent + 112u) << 23) | (mantissa << 13));
  // A subnormal is mantissa * 2^-24: both factors are floats, and so is the product.
  const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(magnitude));
}

bfloat16::bfloat16(double value) : bits(roundFromDouble<8, 7>(value)) {}

bfloat16::operator float() const { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

double roundedTo(DType dtype, double value) {
  switch (dtype) {
  case DType::f16:
    return static_cast<double>(static_cast<float>(float16(value)));
  case DType::bf16:
    return static_cast<double>(static_cast<float>(bfloat16(value)));
  case DType::f32:
    return static_cast<double>(static_cast<float>(value));
  case DType::f8e4m3fn:
    return static_cast<double>(static_cast<float>(float8_e4m3fn(value)));
  case DType::f8e5m2:
    return static_cast<double>(static_cast<float>(float8_e5m2(value)));
  case DType::f8e4m3fnuz:
    return static_cast<double>(static_cast<float>(float8_e4m3fnuz(value)));
  case DType::f8e5m2fnuz:
    return static_cast<double>(static_cast<float>(float8_e5m2fnuz(value)));
  default:
    return value;
  }
}

} // namespace wave
