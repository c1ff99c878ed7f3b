//===- RandomTest.cpp - Random numbers, pinned to the bit ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "TestSupport.h"
#include "wave/tensor.h"

namespace {

using namespace wave;

TEST(Random, SplitMixKnownAnswers) {
  // Of the authors' generator, started from 1234567.
  const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                               4593380528125082431u, 16408922859458223821u};
  for (uint64_t i = 0; i < 5; ++i)
    EXPECT_EQ(splitMix(1234567, i), expected[i]) << i;
}

TEST(Random, LogIsALogarithm) {
  for (double x : {0x1p-106, 1e-30, 1e-3, 0.3, 0.5, 0.70710678118654752, 0.7071067811865477, 0.9,
                   0.999999999, 1.0, 1.5, 3.0, 1e300})
    EXPECT_NEAR(portableLog(x), std::log(x), 4e-16 * std::fabs(std::log(x))) << x;
}

TEST(Random, NormalNumbersOfSeedZero) {
  // Computed by a second implementation, in Python: of each way through the ziggurat some.
  const std::pair<uint64_t, uint64_t> expected[] = {
      {0, 0xbff06e2682ee7011},   {1, 0x3ffbf3223e0ef913},   {2, 0xbfec485185d5458b},
      {3, 0x4002a48fb7fccff3},   {325, 0xc0008cdad0b38377}, {404, 0x3fe928b51c5fe0a7},
      {377, 0x3fa91e3ea4e11c73}, {413, 0x3fda5c928328a173}, {477, 0xc00d50e241be5656},
      {2666, 0x400f9439fad7eb76}};
  for (const auto &[index, bits] : expected)
    EXPECT_EQ(std::bit_cast<uint64_t>(normalNumber(0, index)), bits) << index;
}

TEST(Random, NumbersDependOnSeedAndIndexOnly) {
  const Tensor matrix = Tensor::randn({7, 9}, f64, 42);
  for (int64_t i = 62; i >= 0; --i)
    EXPECT_EQ(matrix.at({i / 9, i % 9}), normalNumber(42, static_cast<uint64_t>(i)));
  EXPECT_NE(Tensor::randn({1}, f64, 43).at({0}), matrix.at({0, 0}));
}

TEST(Random, ThreadsDoNotChangeThem) {
  // Enough for several parts, and one that is not whole.
  const int64_t count = (int64_t{1} << 18) + 77;
  const Tensor normal = Tensor::randn({count}, f16, 7),
               even = Tensor::randint({count}, i8, -9, 9, 7);
  for (int64_t i = 0; i < count; ++i) {
    const auto index = static_cast<uint64_t>(i);
    ASSERT_EQ(normal.data_as<float16>()[i].bits, float16(normalNumber(7, index)).bits) << i;
    ASSERT_EQ(even.data_as<int8_t>()[i], uniformInt(7, index, -9, 9)) << i;
  }
}

TEST(Random, NormalNumbersFollowTheirDistribution) {
  // Each count within five standard deviations, from the flat part to the tail beyond 3.65.
  const int64_t count = 1 << 20;
  const Tensor numbers = Tensor::randn({count}, f64, 11);
  for (const double bound :
       {-4.0, -3.7, -3.6, -3.0, -2.0, -1.0, -0.3, 0.0, 0.2, 1.1, 2.5, 3.6, 3.7, 4.2}) {
    const double share = 0.5 * std::erfc(-bound / std::sqrt(2.0));
    const auto below = std::count_if(numbers.data_as<double>(), numbers.data_as<double>() + count,
                                     [&](double number) { return number < bound; });
    const double expected = share * static_cast<double>(count);
    EXPECT_NEAR(static_cast<double>(below), expected, 5 * std::sqrt(expected * (1 - share)))
        << bound;
  }
}

TEST(Random, NeighboursAreIndependent) {
  const int64_t count = 1 << 18;
  const Tensor numbers = Tensor::randn({count + 1}, f64, 12),
               others = Tensor::randn({count}, f64, 13);
  const double *x = numbers.data_as<double>(), *y = others.data_as<double>();
  double positions = 0, seeds = 0, squares = 0;
  for (int64_t i = 0; i < count; ++i) {
    positions += x[i] * x[i + 1];
    seeds += x[i] * y[i];
    squares += (x[i] * x[i] - 1) * (x[i + 1] * x[i + 1] - 1) / 2;
  }
  const double error = 5 * std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(positions, 0, error);
  EXPECT_NEAR(seeds, 0, error);
  EXPECT_NEAR(squares, 0, error);
}

TEST(Random, NormalMoments) {
  const int64_t count = 1 << 18;
  const Tensor numbers = Tensor::randn({count}, f64, 1);
  double moments[5] = {};
  for (int64_t i = 0; i < count; ++i)
    for (int power = 1; power <= 4; ++power)
      moments[power] += std::pow(numbers.data_as<double>()[i], power) / static_cast<double>(count);
  // Five standard errors each.
  const double error = 5 / std::sqrt(static_cast<double>(count));
  EXPECT_NEAR(moments[1], 0, error);
  EXPECT_NEAR(moments[2], 1, error * std::sqrt(2.0));
  EXPECT_NEAR(moments[3], 0, error * std::sqrt(15.0));
  EXPECT_NEAR(moments[4], 3, error * std::sqrt(96.0));
}

TEST(Random, NormalNumbersAreRoundedToTheType) {
  const Tensor exact = Tensor::randn({100}, f64, 3);
  for (DType dtype : {f16, bf16, f32}) {
    const Tensor rounded = Tensor::randn({100}, dtype, 3);
    const Tensor expected = exact.to(dtype);
    for (int64_t i = 0; i < 100; ++i)
      EXPECT_EQ(rounded.at({i}), expected.at({i}));
  }
  const Tensor integers = Tensor::randn({100}, i32, 3);
  for (int64_t i = 0; i < 100; ++i)
    EXPECT_EQ(integers.at({i}), std::round(exact.at({i})));
}

TEST(Random, IntegersHitTheirWholeRangeEvenly) {
  const int64_t count = 70000;
  const Tensor numbers = Tensor::randint({count}, i8, -3, 3, 5);
  std::map<int, int> seen;
  for (int64_t i = 0; i < count; ++i)
    ++seen[numbers.data_as<int8_t>()[i]];
  ASSERT_EQ(seen.size(), 7u);
  EXPECT_EQ(seen.begin()->first, -3);
  EXPECT_EQ(seen.rbegin()->first, 3);
  for (const auto &[value, times] : seen)
    EXPECT_NEAR(times, 10000, 500) << value;
}

TEST(Random, IntegersAreTheSameInEveryType) {
  const Tensor expected = Tensor::randint({50}, i64, -20, 20, 9);
  for (DType dtype : {f16, bf16, f32, f64, i8, i32}) {
    const Tensor numbers = Tensor::randint({50}, dtype, -20, 20, 9);
    for (int64_t i = 0; i < 50; ++i)
      EXPECT_EQ(numbers.at({i}), expected.at({i}));
  }
}

TEST(Random, IntegerRangesAtTheEnds) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  const int64_t least = std::numeric_limits<int64_t>::min();
  const Tensor all = Tensor::randint({1000}, i64, least, most, 0);
  int negative = 0;
  for (int64_t i = 0; i < 1000; ++i)
    negative += all.data_as<int64_t>()[i] < 0 ? 1 : 0;
  EXPECT_NEAR(negative, 500, 80);
  const Tensor top = Tensor::randint({100}, i64, most - 1, most, 0);
  for (int64_t i = 0; i < 100; ++i)
    EXPECT_GE(top.data_as<int64_t>()[i], most - 1);
  EXPECT_EQ(Tensor::randint({1}, i64, least, least, 0).data_as<int64_t>()[0], least);
}

TEST(Random, ImpossibleRanges) {
  EXPECT_EQ(failureText<Error>([] { Tensor::randint({1}, i32, 3, 2, 0); }),
            "error: randint: the range [3, 2] is empty [tensor-range]\n"
            "help: give the lower end first");
  EXPECT_EQ(failureText<Error>([] { Tensor::randint({1}, i8, 0, 128, 0); }),
            "error: randint: i8 does not hold the range [0, 128] [tensor-range]\n"
            "help: its numbers are -128 to 127");
}

} // namespace
