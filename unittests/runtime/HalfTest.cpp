//===- HalfTest.cpp - f16 and bf16 against the definition of their values ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "wave/types.h"

namespace {

using namespace wave;

struct Format {
  int exponentBits;
  int mantissaBits;
};
constexpr Format half{5, 10};
constexpr Format brain{8, 7};

/// The value of a bit pattern, by the formula of IEEE 754.
double valueOf(uint32_t bits, Format format) {
  const int exponent =
      static_cast<int>(bits >> format.mantissaBits) & ((1 << format.exponentBits) - 1);
  const int mantissa = static_cast<int>(bits) & ((1 << format.mantissaBits) - 1);
  const int bias = (1 << (format.exponentBits - 1)) - 1;
  double magnitude = 0;
  if (exponent == (1 << format.exponentBits) - 1)
    magnitude = mantissa == 0 ? INFINITY : NAN;
  else if (exponent == 0)
    magnitude = std::ldexp(mantissa, 1 - bias - format.mantissaBits);
  else
    magnitude =
        std::ldexp(mantissa + (1 << format.mantissaBits), exponent - bias - format.mantissaBits);
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

template <typename Half> void checkAllPatterns(Format format) {
  const uint16_t quietBit = static_cast<uint16_t>(1u << (format.mantissaBits - 1));
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    Half number;
    number.bits = static_cast<uint16_t>(bits);
    const float asFloat = number;
    const double expected = valueOf(bits, format);
    ASSERT_EQ(std::signbit(asFloat), (bits & 0x8000u) != 0) << bits;
    const Half back(static_cast<double>(asFloat));
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(asFloat)) << bits;
      ASSERT_EQ(back.bits, bits | quietBit) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(asFloat), expected) << bits;
      ASSERT_EQ(back.bits, bits) << bits;
    }
  }
}

TEST(Half, AllPatternsOfF16) { checkAllPatterns<float16>(half); }
TEST(Half, AllPatternsOfBf16) { checkAllPatterns<bfloat16>(brain); }

/// Around the middle of every two neighbours (the largest one's other neighbour
/// being where infinity would lie), a double more or less decides.
template <typename Half> void checkAllTies(Format format, uint32_t infinity) {
  for (uint32_t low = 0; low < infinity; ++low) {
    const uint32_t high = low + 1;
    double above = valueOf(high, format);
    if (high == infinity)
      above = 2 * valueOf(low, format) - valueOf(low - 1, format);
    const double middle = valueOf(low, format) / 2 + above / 2;
    const uint32_t even = (low & 1u) == 0 ? low : high;
    for (double sign : {1.0, -1.0}) {
      const uint32_t signBit = sign < 0 ? 0x8000u : 0u;
      ASSERT_EQ(Half(sign * std::nextafter(middle, 0.0)).bits, low | signBit) << low;
      ASSERT_EQ(Half(sign * middle).bits, even | signBit) << low;
      ASSERT_EQ(Half(sign * std::nextafter(middle, INFINITY)).bits, high | signBit) << low;
    }
  }
}

TEST(Half, AllTiesOfF16) { checkAllTies<float16>(half, 0x7C00); }
TEST(Half, AllTiesOfBf16) { checkAllTies<bfloat16>(brain, 0x7F80); }

TEST(Half, RoundsOnce) {
  // Through float, this becomes the tie 1 + 2^-11 and then falls to the even 1.
  EXPECT_EQ(float16(1 + 0x1p-11 + 0x1p-40).bits, 0x3C01);
  EXPECT_EQ(bfloat16(1 + 0x1p-8 + 0x1p-40).bits, 0x3F81);
}

TEST(Half, Ends) {
  EXPECT_EQ(float16(65504).bits, 0x7BFF);
  EXPECT_EQ(float16(65519.999).bits, 0x7BFF);
  EXPECT_EQ(float16(65520).bits, 0x7C00);
  EXPECT_EQ(float16(-1e300).bits, 0xFC00);
  EXPECT_EQ(float16(0x1p-24).bits, 1);
  EXPECT_EQ(float16(0x1p-25).bits, 0);
  EXPECT_EQ(float16(-0x1p-26).bits, 0x8000);
  EXPECT_EQ(float16(std::numeric_limits<double>::denorm_min()).bits, 0);
  EXPECT_EQ(float16(-0.0).bits, 0x8000);
  EXPECT_EQ(bfloat16(-0.0).bits, 0x8000);
  EXPECT_EQ(bfloat16(std::numeric_limits<double>::max()).bits, 0x7F80);
  EXPECT_EQ(bfloat16(0x1p-133).bits, 1);
  EXPECT_EQ(bfloat16(0x1p-134).bits, 0);
}

TEST(Half, NaNsStayQuietAndKeepTheirSign) {
  for (uint64_t bits : {0x7FF0000000000001u, 0xFFF0000000000001u, 0x7FF8000000000000u}) {
    const double nan = std::bit_cast<double>(uint64_t{bits});
    const uint32_t sign = static_cast<uint32_t>(uint64_t{bits} >> 63) << 15;
    EXPECT_EQ(float16(nan).bits, 0x7E00u | sign);
    EXPECT_EQ(bfloat16(nan).bits, 0x7FC0u | sign);
  }
}

TEST(DType, NamesAndSizes) {
  const std::pair<DType, std::string_view> names[] = {{f16, "f16"}, {bf16, "bf16"}, {f32, "f32"},
                                                      {f64, "f64"}, {i8, "i8"},     {i32, "i32"},
                                                      {i64, "i64"}, {i1, "i1"}};
  const int64_t sizes[] = {2, 2, 4, 8, 1, 4, 8, 1};
  for (size_t i = 0; i < std::size(names); ++i) {
    EXPECT_EQ(dtype_name(names[i].first), names[i].second);
    EXPECT_EQ(dtype_named(names[i].second), names[i].first);
    EXPECT_EQ(size_in_bytes(names[i].first), sizes[i]);
    EXPECT_EQ(is_float(names[i].first), i < 4);
  }
  EXPECT_EQ(dtype_named("f8"), std::nullopt);
}

} // namespace
