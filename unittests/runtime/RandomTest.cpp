//===- RandomTest.cpp - Random numbers, pinned to the bit ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Random.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include "TestSupport.h"
#include "wave/tensor.h"

namespace {

using namespace wave;

TEST(Random, PhiloxKnownAnswers) {
  // From the kat_vectors of the authors' Random123 library.
  using Words = std::array<uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, LogIsALogarithm) {
  for (double x : {0x1p-106, 1e-30, 1e-3, 0.3, 0.5, 0.70710678118654752, 0.7071067811865477, 0.9,
                   0.999999999, 1.0, 1.5, 3.0, 1e300})
    EXPECT_NEAR(portableLog(x), std::log(x), 4e-16 * std::fabs(std::log(x))) << x;
}

TEST(Random, NormalNumbersOfSeedZero) {
  // Computed by a second implementation, in Python.
  const uint64_t expected[] = {0x3fedf6ee648b4521, 0x3fd09cd4bc352046, 0xbfbb2dc6189cd492,
                               0xbfd6cea0c349066f, 0xbfed358478a3e67e, 0xbff27676993c50db,
                               0xbffda117b9a6257e, 0xbff98e6a87fe9f84};
  const Tensor numbers = Tensor::randn({8}, f64, 0);
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(std::bit_cast<uint64_t>(numbers.data_as<double>()[i]), expected[i]) << i;
}

TEST(Random, NumbersDependOnSeedAndIndexOnly) {
  const Tensor matrix = Tensor::randn({7, 9}, f64, 42);
  const Tensor shorter = Tensor::randn({31}, f64, 42);
  for (int64_t i = 30; i >= 0; --i) {
    const double number = normalPair(42, static_cast<uint64_t>(i) / 2)[static_cast<size_t>(i % 2)];
    EXPECT_EQ(shorter.at({i}), number);
    EXPECT_EQ(matrix.at({i / 9, i % 9}), number);
  }
  EXPECT_NE(Tensor::randn({1}, f64, 43).at({0}), matrix.at({0, 0}));
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
