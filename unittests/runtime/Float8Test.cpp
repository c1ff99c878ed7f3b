//===- Float8Test.cpp - 8-bit floats against the definition of them -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "TestSupport.h"
#include "runtime/NpyFile.h"
#include "wave/tensor.h"

using namespace wave;

namespace {

template <typename T> T ofBits(unsigned bits) {
  T value;
  value.bits = static_cast<uint8_t>(bits);
  return value;
}

template <typename T> class Float8 : public ::testing::Test {};
using All = ::testing::Types<float8_e4m3fn, float8_e5m2, float8_e4m3fnuz, float8_e5m2fnuz>;
TYPED_TEST_SUITE(Float8, All);

TYPED_TEST(Float8, EveryCodeComesBack) {
  for (unsigned code = 0; code < 256; ++code) {
    const auto number = static_cast<float>(ofBits<TypeParam>(code));
    const auto back = TypeParam(static_cast<double>(number));
    if (std::isnan(number))
      EXPECT_TRUE(std::isnan(static_cast<float>(back))) << code;
    else
      EXPECT_EQ(back.bits, code) << number;
  }
}

/// Between neighbours: the nearer one, and of a tie the one with an even code.
TYPED_TEST(Float8, RoundsToNearestEven) {
  for (unsigned code = 0; code < 127; ++code) {
    const double low = static_cast<float>(ofBits<TypeParam>(code));
    const double high = static_cast<float>(ofBits<TypeParam>(code + 1));
    if (!std::isfinite(low) || !std::isfinite(high))
      continue;
    const double middle = (low + high) / 2;
    EXPECT_EQ(TypeParam(std::nextafter(middle, low)).bits, code);
    EXPECT_EQ(TypeParam(std::nextafter(middle, high)).bits, code + 1);
    EXPECT_EQ(TypeParam(middle).bits, code % 2 == 0 ? code : code + 1);
  }
}

/// Tables 1 and 2 of the OCP specification; the MI300 ISA guide.
TEST(Float8Type, HaveTheirLimits) {
  EXPECT_EQ(static_cast<float>(ofBits<float8_e4m3fn>(0x7E)), 448.0f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e4m3fn>(0x01)), 0x1p-9f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e5m2>(0x7B)), 57344.0f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e5m2>(0x01)), 0x1p-16f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e4m3fnuz>(0x7F)), 240.0f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e4m3fnuz>(0x01)), 0x1p-10f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e5m2fnuz>(0x7F)), 57344.0f);
  EXPECT_EQ(static_cast<float>(ofBits<float8_e5m2fnuz>(0x01)), 0x1p-17f);
}

TEST(Float8Type, OverflowIsInfinityWhereThereIsOneAndNaNElsewhere) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(float8_e4m3fn(464).bits, 0x7E); // the tie with 480, which is not there
  EXPECT_EQ(float8_e4m3fn(465).bits, 0x7F);
  EXPECT_EQ(float8_e4m3fn(-infinity).bits, 0xFF);
  EXPECT_EQ(float8_e5m2(61439).bits, 0x7B);
  EXPECT_EQ(float8_e5m2(61440).bits, 0x7C);
  EXPECT_EQ(float8_e5m2(-1e300).bits, 0xFC);
  EXPECT_EQ(float8_e4m3fnuz(247).bits, 0x7F);
  EXPECT_EQ(float8_e4m3fnuz(248).bits, 0x80);
  EXPECT_EQ(float8_e5m2fnuz(-infinity).bits, 0x80);
  EXPECT_EQ(float8_e5m2fnuz(-0.0).bits, 0x00);
  EXPECT_EQ(float8_e5m2(-0.0).bits, 0x80);
}

TEST(Float8Type, NumPyHasNoneOfThem) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.npy");
  EXPECT_EQ(failureText<Error>([&] { writeNpy(path, Tensor::zeros({2}, f8e5m2)); }),
            "error: npy: '" + path +
                "': NumPy has no type for the elements [npy-file]\n"
                "note: expected: f16, bf16, f32, f64, i8, i32, i64 or i1\n"
                "note: found: f8e5m2\n"
                "help: let the kernel write another type, as in --dtype out=f32, or convert: "
                "tensor.to(f32)");
  EXPECT_EQ(folder.entries(), 0u);
}

} // namespace
