//===- ConversionTest.cpp - Element types, against their definitions ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "machine/ElementFormat.h"
#include "runtime/TensorElements.h"

using namespace wave;
using namespace wave::test;

namespace {

/// The values of a 16-bit format, by its definition in IEEE 754: sign, exponent, fraction.
long double decoded(uint16_t bits, int fractionBits) {
  const int exponentBits = 15 - fractionBits, bias = (1 << (exponentBits - 1)) - 1;
  const int exponent = (bits >> fractionBits) & ((1 << exponentBits) - 1);
  const long double fraction = static_cast<long double>(bits & ((1 << fractionBits) - 1)) /
                               static_cast<long double>(1 << fractionBits);
  const long double magnitude =
      exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

constexpr int f16Fraction = 10, bf16Fraction = 7;

uint16_t infinityOf(int fractionBits) {
  return static_cast<uint16_t>(((1 << (15 - fractionBits)) - 1) << fractionBits);
}

/// The nearest value of the format; of two, the one with an even fraction.  Infinity
/// takes the place of the number that would follow the largest.
uint16_t nearest(long double value, int fractionBits) {
  const long double magnitude = std::fabs(value);
  // Positive numbers have the order of their bits.
  uint16_t low = 0, high = infinityOf(fractionBits);
  while (high - low > 1) {
    const auto middle = static_cast<uint16_t>((low + high) / 2);
    (decoded(middle, fractionBits) <= magnitude ? low : high) = middle;
  }
  const long double below = magnitude - decoded(low, fractionBits),
                    above = decoded(high, fractionBits) - magnitude;
  const uint16_t chosen = below < above || (below == above && low % 2 == 0) ? low : high;
  return static_cast<uint16_t>(chosen | (std::signbit(value) ? 0x8000 : 0));
}

/// Near values of 16-bit formats, half-way between two of them, whole numbers, ends.
double drawDouble(Random &random) {
  const auto bits = static_cast<uint16_t>(random.between(0, 0xFFFF));
  const int fractionBits = random.oneIn(2) ? f16Fraction : bf16Fraction;
  const double here = static_cast<double>(decoded(bits, fractionBits));
  const double next = static_cast<double>(decoded(static_cast<uint16_t>(bits ^ 1), fractionBits));
  switch (random.between(0, 6)) {
  case 0:
    return here;
  case 1:
    return (here + next) / 2;
  case 2:
    return std::nextafter((here + next) / 2, random.oneIn(2) ? here : next);
  case 3:
    return static_cast<double>(anyNumber(random)) + (random.oneIn(2) ? 0 : 0.5);
  case 4:
    return random.of<double>({0.0, -0.0, INFINITY, -INFINITY, NAN, 1e-320, 65520, 65519.99, 3.4e38,
                              2147483647.5, 9.3e18, -9.3e18, 127.5, -128.5});
  default: {
    double any = 0;
    const uint64_t pattern = random.seed();
    std::memcpy(&any, &pattern, sizeof any);
    return any;
  }
  }
}

rc::Gen<double> doubles() {
  return drawn([](Random &random, int) { return drawDouble(random); },
               [](double value) {
                 std::vector<double> list;
                 if (value != std::trunc(value))
                   list.push_back(std::trunc(value));
                 if (std::isfinite(value) && value != 0)
                   list.push_back(value / 2);
                 if (value < 0)
                   list.push_back(-value);
                 return std::ranges::count(list, value) != 0 || value == 0 ? std::vector<double>()
                                                                           : list;
               });
}

struct Half {
  const char *name;
  int fractionBits;
  uint16_t (*round)(double);
  float (*widen)(uint16_t);
};

template <typename T> constexpr Half half(const char *name, int fractionBits) {
  return {name, fractionBits, [](double value) { return T(value).bits; },
          [](uint16_t bits) {
            T value;
            value.bits = bits;
            return static_cast<float>(value);
          }};
}

class HalfType : public ::testing::TestWithParam<Half> {};
INSTANTIATE_TEST_SUITE_P(All, HalfType,
                         ::testing::Values(half<float16>("f16", f16Fraction),
                                           half<bfloat16>("bf16", bf16Fraction)),
                         [](const auto &info) { return std::string(info.param.name); });

bool isNaN(const Half &type, uint16_t bits) {
  return (bits & 0x7FFF) > infinityOf(type.fractionBits);
}

TEST_P(HalfType, RoundsToTheNearest) {
  checkLaw([] {
    const double value = *doubles();
    const uint16_t bits = GetParam().round(value);
    if (std::isnan(value))
      RC_ASSERT(isNaN(GetParam(), bits));
    else
      RC_ASSERT(bits == nearest(value, GetParam().fractionBits));
  });
}
TEST_P(HalfType, WidensExactly) {
  checkLaw([] {
    const auto bits = static_cast<uint16_t>(*between(0, 0xFFFF));
    const float value = GetParam().widen(bits);
    if (isNaN(GetParam(), bits))
      RC_ASSERT(std::isnan(value));
    else if ((bits & 0x7FFF) == infinityOf(GetParam().fractionBits))
      RC_ASSERT(std::isinf(value));
    else
      RC_ASSERT(static_cast<long double>(value) == decoded(bits, GetParam().fractionBits));
    RC_ASSERT(std::signbit(value) == ((bits & 0x8000) != 0));
  });
}
TEST_P(HalfType, WidenedAndBackIsTheSame) {
  checkLaw([] {
    const auto bits = static_cast<uint16_t>(*between(0, 0xFFFF));
    const uint16_t back = GetParam().round(static_cast<double>(GetParam().widen(bits)));
    RC_ASSERT((back == bits || (isNaN(GetParam(), bits) && isNaN(GetParam(), back))));
  });
}
TEST_P(HalfType, KeepsTheOrder) {
  checkLaw([] {
    const double a = *doubles(), b = *doubles();
    RC_PRE(a <= b);
    RC_ASSERT(GetParam().widen(GetParam().round(a)) <= GetParam().widen(GetParam().round(b)));
  });
}
TEST_P(HalfType, RoundsNegativesAlike) {
  checkLaw([] {
    const double value = *doubles();
    RC_PRE(!std::isnan(value));
    RC_ASSERT((GetParam().round(value) ^ 0x8000) == GetParam().round(-value));
  });
}

//===----------------------------------------------------------------------===//
// Stores into every type
//===----------------------------------------------------------------------===//

std::string typeName(const ::testing::TestParamInfo<DType> &info) {
  return std::string(dtype_name(info.param));
}

class IntegerType : public ::testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(All, IntegerType, ::testing::Values(i8, i32, i64), typeName);

int64_t lowestOf(DType type) {
  return type == i64 ? least : -(int64_t{1} << (8 * size_in_bytes(type) - 1));
}
int64_t highestOf(DType type) { return -(lowestOf(type) + 1); }

int64_t stored(DType type, double value) {
  int64_t memory = 0;
  storeDouble(&memory, type, value);
  return loadInt(&memory, type);
}
/// Converts one integer, as a copy of a tensor does.
void storeInt(void *element, DType dtype, int64_t value) {
  copyElements(element, dtype, &value, i64, {}, {});
}

int64_t stored(DType type, int64_t value) {
  int64_t memory = 0;
  storeInt(&memory, type, value);
  return loadInt(&memory, type);
}

TEST_P(IntegerType, DropsFractionsAndSaturates) {
  checkLaw([] {
    const double value = *doubles();
    const long double whole = std::trunc(static_cast<long double>(value));
    int64_t expected = 0;
    if (whole >= static_cast<long double>(highestOf(GetParam())))
      expected = highestOf(GetParam());
    else if (whole <= static_cast<long double>(lowestOf(GetParam())))
      expected = lowestOf(GetParam());
    else if (!std::isnan(value))
      expected = static_cast<int64_t>(whole);
    RC_ASSERT(stored(GetParam(), value) == expected);
  });
}
TEST_P(IntegerType, SaturatesIntegers) {
  checkLaw([] {
    const int64_t value = *numbers();
    RC_ASSERT(stored(GetParam(), value) ==
              std::clamp(value, lowestOf(GetParam()), highestOf(GetParam())));
  });
}

WAVE_PROPERTY(TruthType, IsWhetherItDiffersFromZero) {
  const double value = *doubles();
  RC_ASSERT(stored(i1, value) == (value == 0 ? 0 : 1));
}
WAVE_PROPERTY(TruthType, OfIntegers) {
  const int64_t value = *numbers();
  RC_ASSERT(stored(i1, value) == (value == 0 ? 0 : 1));
}
/// Another library may store any byte.
WAVE_PROPERTY(TruthType, AnyByteButZeroIsTrue) {
  const auto byte = static_cast<uint8_t>(*between(0, 255));
  RC_ASSERT(loadInt(&byte, i1) == (byte == 0 ? 0 : 1));
  RC_ASSERT(loadDouble(&byte, i1) == (byte == 0 ? 0 : 1));
}

/// The C library rounds text correctly, once.
WAVE_PROPERTY(Float, RoundsDoublesOnce) {
  const double value = *doubles();
  RC_PRE(!std::isnan(value));
  std::array<char, 64> text = {};
  std::snprintf(text.data(), text.size(), "%a", value);
  float memory = 0;
  storeDouble(&memory, f32, value);
  RC_ASSERT(memory == std::strtof(text.data(), nullptr));
}
WAVE_PROPERTY(Float, RoundsIntegersOnce) {
  const int64_t value = *numbers();
  float memory = 0;
  storeInt(&memory, f32, value);
  RC_ASSERT(memory == std::strtof(std::to_string(value).c_str(), nullptr));
}
WAVE_PROPERTY(Double, RoundsIntegersOnce) {
  const int64_t value = *numbers();
  double memory = 0;
  storeInt(&memory, f64, value);
  RC_ASSERT(memory == std::strtod(std::to_string(value).c_str(), nullptr));
}
/// Nine bits, of which the last is half of the last that bf16 keeps, and next to it.
int64_t nearTie(Random &random) {
  return ((random.between(128, 255) * 2 + 1) << random.between(0, 54)) + random.between(-1, 1);
}
/// Not by way of double, which would round before.
TEST_P(HalfType, RoundsIntegersOnce) {
  checkLaw([] {
    const int64_t value = *rc::gen::oneOf(
        numbers(), drawn([](Random &random, int) { return nearTie(random); }, simplerNumbers));
    uint16_t bits = 0;
    storeInt(&bits, GetParam().fractionBits == f16Fraction ? f16 : bf16, value);
    RC_ASSERT(bits == nearest(static_cast<long double>(value), GetParam().fractionBits));
  });
}

//===----------------------------------------------------------------------===//
// Whole tensors
//===----------------------------------------------------------------------===//

class TargetType : public ::testing::TestWithParam<DType> {};
INSTANTIATE_TEST_SUITE_P(All, TargetType, ::testing::Values(f16, bf16, f32, f64, i8, i32, i64, i1),
                         typeName);

/// Element by element, by the rule of one element; from any type that a double holds.
TEST_P(TargetType, ConvertsTensorsLikeElements) {
  checkLaw([] {
    const DType from = *rc::gen::element(f16, bf16, f32, f64, i8, i32, i1);
    Tensor tensor = Tensor::zeros({2, *between(1, 3)}, from);
    forEachIndex(tensor.shape(), [&](const Index &index) { tensor.set(index, *doubles()); });
    const Tensor view = *between(0, 1) != 0 ? tensor.t() : tensor;
    const Tensor converted = view.to(GetParam());
    RC_ASSERT(converted.is_contiguous());
    forEachIndex(view.shape(), [&](const Index &index) {
      uint64_t memory = 0;
      storeDouble(&memory, GetParam(), view.at(index));
      const double expected = loadDouble(&memory, GetParam()), actual = converted.at(index);
      RC_ASSERT((actual == expected || (std::isnan(actual) && std::isnan(expected))));
    });
  });
}
TEST_P(TargetType, ConvertsLongIntegersExactlyOnce) {
  checkLaw([] {
    int64_t value = *numbers();
    const Tensor converted = Tensor::view(&value, {1}).to(GetParam());
    uint64_t memory = 0;
    storeInt(&memory, GetParam(), value);
    RC_ASSERT(converted.at({0}) == loadDouble(&memory, GetParam()));
  });
}
TEST_P(TargetType, KeepsWhatItHolds) {
  checkLaw([] {
    const DType from = *dtypes();
    RC_PRE(!machine::narrows(from, GetParam()));
    Tensor tensor = Tensor::zeros({3}, from);
    for (int64_t i = 0; i < 3; ++i)
      tensor.set({i}, *doubles());
    const Tensor back = tensor.to(GetParam()).to(from);
    for (int64_t i = 0; i < 3; ++i)
      RC_ASSERT((back.at({i}) == tensor.at({i}) || std::isnan(tensor.at({i}))));
  });
}
TEST_P(TargetType, ConvertingTwiceIsConvertingOnce) {
  checkLaw([] {
    Tensor tensor = Tensor::zeros({3}, f64);
    for (int64_t i = 0; i < 3; ++i)
      tensor.set({i}, *doubles());
    const Tensor once = tensor.to(GetParam()), twice = once.to(GetParam());
    for (int64_t i = 0; i < 3; ++i)
      RC_ASSERT((once.at({i}) == twice.at({i}) || std::isnan(once.at({i}))));
  });
}
TEST_P(TargetType, FillsWithTheRoundedValue) {
  checkLaw([] {
    const double value = *doubles();
    uint64_t memory = 0;
    storeDouble(&memory, GetParam(), value);
    const double expected = loadDouble(&memory, GetParam());
    for (double element : elementsOf(Tensor::full({2, 2}, GetParam(), value)))
      RC_ASSERT((element == expected || (std::isnan(element) && std::isnan(expected))));
  });
}

} // namespace
