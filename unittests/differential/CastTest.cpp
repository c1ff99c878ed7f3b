//===- CastTest.cpp - Every element type to every other -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"};
constexpr DType all[] = {f16, bf16, f32,      f64,    i8,         i32,
                         i64, i1,   f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz};

/// Each of the elements once in a vector and, at the end of the tile, as a scalar.
void expectSameCasts(const Tensor &values, DType to) {
  Memory a("a", {M}, values.dtype()), c("c", {M}, to);
  Kernel kernel("convert", {a, c}, {}, [&] { write(cast(read(a), to), c); });
  Bindings subs{M = values.num_elements()};
  Tensor actual = Tensor::zeros(values.shape(), to), expected = actual.clone();
  wave_compile({.subs = subs}, kernel)(values, actual);
  interpret(kernel, {.subs = subs}, {values, expected});
  EXPECT_EQ(difference(actual, expected), "")
      << dtype_name(values.dtype()) << " to " << dtype_name(to);
}

std::vector<double> specialNumbers() {
  std::vector<double> numbers = {0.0, 0.1, 0.5, 1.0, 1.5, 2.5, 3.5, 126.5, 127.0, 127.5, 128.0};
  for (int exponent :
       {-1074, -1073, -1022, -1000, -150, -149, -148, -140, -134, -133, -126, -30, -25,  -24, -23,
        -18,   -17,   -16,   -15,   -14,  -11,  -10,  -9,   -8,   -7,   -6,   -5,  7,    8,   11,
        15,    16,    24,    31,    32,   53,   62,   63,   64,   126,  127,  128, 1000, 1023})
    for (double significand : {1.0,
                               1 + 0x1p-52,
                               1 + 0x1p-23,
                               1 + 0x1p-11,
                               1 + 0x1p-11 + 0x1p-52,
                               1 + 0x1p-8,
                               1 + 0x1p-8 - 0x1p-52,
                               1 + 0x1p-7,
                               1 + 0x3p-8,
                               1 + 0x1p-4,
                               1 + 0x1p-4 + 0x1p-52,
                               1 + 0x1p-3,
                               1 + 0x3p-4,
                               1 + 0x3p-4 - 0x1p-52,
                               1 + 0x1p-2,
                               1.5,
                               1 + 0x7p-3,
                               2 - 0x1p-4,
                               2 - 0x1p-7,
                               2 - 0x1p-8,
                               2 - 0x1p-10,
                               2 - 0x1p-11,
                               2 - 0x1p-24,
                               2 - 0x1p-52})
      numbers.push_back(std::ldexp(significand, exponent));
  numbers.push_back(std::numeric_limits<double>::infinity());
  numbers.push_back(std::numeric_limits<double>::quiet_NaN());
  for (size_t i = numbers.size(); i-- > 0;)
    numbers.push_back(-numbers[i]);
  return numbers;
}

std::vector<int64_t> specialIntegers() {
  std::vector<int64_t> numbers = {0};
  for (int bit = 0; bit < 63; ++bit)
    for (int64_t more : {-1, 0, 1})
      for (int64_t low :
           {int64_t(0), (int64_t(1) << bit) >> 8, (int64_t(1) << bit) >> 9,
            (int64_t(1) << bit) >> 11, (int64_t(1) << bit) >> 12, (int64_t(1) << bit) >> 24})
        numbers.push_back((int64_t(1) << bit) + low + more);
  numbers.push_back(std::numeric_limits<int64_t>::max());
  for (size_t i = numbers.size(); i-- > 0;)
    numbers.push_back(~numbers[i]);
  return numbers;
}

TEST(Cast, SpecialFloatsToEveryType) {
  std::vector<double> numbers = specialNumbers();
  Tensor values = Tensor::view(numbers.data(), {static_cast<int64_t>(numbers.size())});
  for (DType from : {f16, bf16, f32, f64, f8e4m3fn, f8e5m2, f8e4m3fnuz, f8e5m2fnuz})
    for (DType to : all)
      expectSameCasts(values.to(from), to);
}

TEST(Cast, SpecialIntegersToEveryType) {
  std::vector<int64_t> numbers = specialIntegers();
  Tensor values = Tensor::view(numbers.data(), {static_cast<int64_t>(numbers.size())});
  for (DType from : {i8, i32, i64, i1})
    for (DType to : all) {
      Tensor narrowed = Tensor::zeros(values.shape(), from);
      for (int64_t i = 0; i < values.num_elements(); ++i) {
        auto number = static_cast<uint64_t>(numbers[static_cast<size_t>(i)]);
        if (from == i8)
          narrowed.data_as<int8_t>()[i] = static_cast<int8_t>(number);
        else if (from == i32)
          narrowed.data_as<int32_t>()[i] = static_cast<int32_t>(number);
        else if (from == i64)
          narrowed.data_as<int64_t>()[i] = static_cast<int64_t>(number);
        else
          narrowed.data_as<bool>()[i] = (number & 1) != 0;
      }
      expectSameCasts(narrowed, to);
    }
}

/// All 65536 bit patterns, moved by one so that each is met in a vector and alone.
TEST(Cast, EveryHalfToEveryType) {
  for (DType from : {f16, bf16}) {
    Tensor values = Tensor::zeros({65537}, from);
    for (int64_t i = 0; i < 65537; ++i) {
      auto bits = static_cast<uint16_t>(i);
      std::memcpy(static_cast<std::byte *>(values.data()) + 2 * i, &bits, 2);
    }
    for (DType to : all)
      expectSameCasts(values, to);
  }
}

/// The number that i64 rounds to in bf16, from the integers alone.
double roundedToBf16(int64_t value) {
  if (value == 0)
    return 0;
  bool isNegative = value < 0;
  uint64_t magnitude = isNegative ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  int shift = std::max(0, 64 - std::countl_zero(magnitude) - 8);
  uint64_t kept = magnitude >> shift, rest = magnitude - (kept << shift);
  uint64_t half = shift == 0 ? 1 : uint64_t(1) << (shift - 1);
  if (shift > 0 && (rest > half || (rest == half && (kept & 1))))
    ++kept;
  double rounded = std::ldexp(static_cast<double>(kept), shift);
  return isNegative ? -rounded : rounded;
}

/// The oracle shares the double that both sides could go through: this one does not.
TEST(Cast, LargeIntegersRoundOnce) {
  std::vector<int64_t> numbers = specialIntegers();
  numbers.push_back((int64_t(1) << 62) + (int64_t(1) << 54) + 1); // just above a tie
  numbers.push_back((int64_t(1) << 62) + (int64_t(3) << 54) - 1); // just below one
  auto size = static_cast<int64_t>(numbers.size());
  Memory a("a", {M}, i64), c("c", {M}, bf16);
  Kernel kernel("convert", {a, c}, {}, [&] { write(read(a), c); });
  Tensor values = Tensor::view(numbers.data(), {size}), actual = Tensor::zeros({size}, bf16),
         expected = actual.clone();
  wave_compile({.subs = {M = size}}, kernel)(values, actual);
  interpret(kernel, {.subs = {M = size}}, {values, expected});
  for (int64_t i = 0; i < size; ++i) {
    double rounded = roundedToBf16(numbers[static_cast<size_t>(i)]);
    ASSERT_EQ(actual.at({i}), rounded) << numbers[static_cast<size_t>(i)];
    ASSERT_EQ(expected.at({i}), rounded) << numbers[static_cast<size_t>(i)];
  }
}

} // namespace
