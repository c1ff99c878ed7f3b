//===- TensorConversionTest.cpp - One element type to another -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "wave/tensor.h"

namespace {

using namespace wave;

constexpr int64_t most64 = std::numeric_limits<int64_t>::max();
constexpr int64_t least64 = std::numeric_limits<int64_t>::min();
constexpr int32_t most32 = std::numeric_limits<int32_t>::max();
constexpr int32_t least32 = std::numeric_limits<int32_t>::min();

template <typename To, typename From> std::vector<To> convert(const std::vector<From> &values) {
  const Tensor result =
      Tensor::view(values.data(), {static_cast<int64_t>(values.size())}).to(dtype_of<To>());
  const To *data = result.data_as<To>();
  return {data, data + values.size()};
}

TEST(TensorConversion, FloatToIntegerTruncatesAndSaturates) {
  const std::vector<double> values = {1.9, -1.9, 1e300, -1e300, INFINITY, -INFINITY, NAN, 127.5};
  EXPECT_EQ(convert<int8_t>(values), (std::vector<int8_t>{1, -1, 127, -128, 127, -128, 0, 127}));
  EXPECT_EQ(convert<int32_t>(values),
            (std::vector<int32_t>{1, -1, most32, least32, most32, least32, 0, 127}));
  EXPECT_EQ(convert<int64_t>(values),
            (std::vector<int64_t>{1, -1, most64, least64, most64, least64, 0, 127}));
  EXPECT_EQ(convert<int64_t>(std::vector<double>{0x1p63, 0x1.fffffffffffffp62, -0x1p63}),
            (std::vector<int64_t>{most64, most64 - 1023, least64}));
}

TEST(TensorConversion, IntegersStayExact) {
  const std::vector<int64_t> values = {most64, least64, (int64_t{1} << 53) + 1, -7, 300};
  EXPECT_EQ(convert<int64_t>(values), values);
  EXPECT_EQ(convert<int32_t>(values), (std::vector<int32_t>{most32, least32, most32, -7, 300}));
  EXPECT_EQ(convert<int8_t>(values), (std::vector<int8_t>{127, -128, 127, -7, 127}));
}

TEST(TensorConversion, IntegerToFloatRoundsOnce) {
  // A tie of f32, or of bf16, plus one: a detour through double would lose the one.
  const int64_t tie32 = (int64_t{1} << 62) + (int64_t{1} << 38);
  EXPECT_EQ(convert<float>(std::vector<int64_t>{tie32, tie32 + 1, -tie32 - 1}),
            (std::vector<float>{0x1p62f, 0x1.000002p62f, -0x1.000002p62f}));
  const int64_t tie16 = (int64_t{1} << 62) + (int64_t{1} << 54);
  Tensor values = Tensor::empty({3}, i64);
  values.data_as<int64_t>()[0] = tie16;
  values.data_as<int64_t>()[1] = tie16 + 1;
  values.data_as<int64_t>()[2] = -tie16 - 1;
  const Tensor result = values.to(bf16);
  EXPECT_EQ(result.at({0}), 0x1p62);
  EXPECT_EQ(result.at({1}), 0x1.02p62);
  EXPECT_EQ(result.at({2}), -0x1.02p62);
  EXPECT_EQ(values.to(f16).at({0}), INFINITY);
}

TEST(TensorConversion, TruthIsDifferenceFromZero) {
  Tensor values = Tensor::empty({4}, f32);
  values.set({0}, 0);
  values.set({1}, -0.0);
  values.set({2}, 0.25);
  values.set({3}, NAN);
  const Tensor truth = values.to(i1);
  const auto *bytes = static_cast<const unsigned char *>(truth.data());
  EXPECT_EQ(std::vector<int>(bytes, bytes + 4), (std::vector<int>{0, 0, 1, 1}));
  EXPECT_EQ(truth.to(f16).at({2}), 1);
  EXPECT_EQ(Tensor::full({1}, i64, 256).to(i1).at({0}), 1);
}

TEST(TensorConversion, EveryPairKeepsSmallIntegers) {
  const DType all[] = {f16, bf16, f32, f64, i8, i32, i64};
  for (DType from : all)
    for (DType to : all) {
      Tensor values = Tensor::empty({3, 5}, from);
      for (int64_t i = 0; i < 15; ++i)
        values.set({i / 5, i % 5}, static_cast<double>(i - 7));
      const Tensor result = values.t().to(to);
      EXPECT_EQ(result.dtype(), to);
      for (int64_t i = 0; i < 15; ++i)
        EXPECT_EQ(result.at({i % 5, i / 5}), static_cast<double>(i - 7))
            << dtype_name(from) << " to " << dtype_name(to);
    }
}

TEST(TensorConversion, FillConverts) {
  EXPECT_EQ(Tensor::full({2}, i8, -1000).at({1}), -128);
  EXPECT_EQ(Tensor::full({2}, i1, 0.5).at({1}), 1);
  EXPECT_EQ(Tensor::full({2}, f16, 1 + 0x1p-11 + 0x1p-40).at({1}), 1 + 0x1p-10);
  EXPECT_EQ(Tensor::full({2}, f32, 1e300).at({1}), INFINITY);
}

TEST(TensorConversion, HalfNaNSurvives) {
  EXPECT_TRUE(std::isnan(Tensor::full({1}, f64, NAN).to(bf16).to(f16).at({0})));
}

} // namespace
