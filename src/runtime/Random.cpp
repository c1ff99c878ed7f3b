//===- Random.cpp - Random numbers by position, and tensors of them -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with -ffp-contract=off: fused multiply-adds, which only some targets
// have, would change the bits that randn promises.
//
//===----------------------------------------------------------------------===//

#include "runtime/Random.h"

#include <bit>
#include <cmath>
#include <limits>

#include "diagnostic/Fail.h"
#include "runtime/TensorElements.h"
#include "wave/tensor.h"

namespace wave {
namespace {

__extension__ typedef unsigned __int128 uint128;

/// Keeps the numbers of randn and of randint with one seed independent.
enum class Stream : uint32_t { normal = 0, uniform = 1 };

std::array<uint64_t, 2> draw(uint64_t seed, uint64_t index, uint32_t attempt, Stream stream) {
  const std::array<uint32_t, 4> words =
      philox({static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), attempt,
              static_cast<uint32_t>(stream)},
             {static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)});
  return {words[0] | (uint64_t{words[1]} << 32), words[2] | (uint64_t{words[3]} << 32)};
}

/// A multiple of 2^-53 in [-1, 1); exact at every step.
double toSignedUnit(uint64_t bits) {
  const int64_t steps = static_cast<int64_t>(bits >> 10) - (int64_t{1} << 53);
  return static_cast<double>(steps) * 0x1p-53;
}

} // namespace

std::array<uint32_t, 4> philox(std::array<uint32_t, 4> counter, std::array<uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t product0 = uint64_t{0xD2511F53u} * counter[0];
    const uint64_t product1 = uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

double portableLog(double x) {
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2)), and log m = 2 atanh(z) for
  // z = (m - 1) / (m + 1), |z| < 0.172: eleven terms leave less than 2^-60.
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFFu) | 0x3FF0000000000000u);
  if (m > 0x1.6a09e667f3bcdp+0) {
    m *= 0.5;
    ++exponent;
  }
  const double z = (m - 1.0) / (m + 1.0);
  const double zz = z * z;
  constexpr std::array<double, 11> coefficients = {1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17,
                                                   1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
                                                   1.0 / 7,  1.0 / 5,  1.0 / 3};
  double sum = 0;
  for (double coefficient : coefficients)
    sum = (sum + coefficient) * zz;
  // The upper part of log 2 ends in zeros, so its product with e is exact.
  const double e = exponent;
  return e * 0x1.62e42fee00000p-1 + (2.0 * z + (2.0 * z * sum + e * 0x1.a39ef35793c76p-33));
}

std::array<double, 2> normalPair(uint64_t seed, uint64_t pair) {
  // Marsaglia's polar method: a point evenly from the unit disc, of squared
  // radius s, stretched by sqrt(-2 log s / s).
  for (uint32_t attempt = 0;; ++attempt) {
    const std::array<uint64_t, 2> bits = draw(seed, pair, attempt, Stream::normal);
    const double u = toSignedUnit(bits[0]);
    const double v = toSignedUnit(bits[1]);
    const double s = u * u + v * v;
    if (s >= 1.0 || s == 0.0)
      continue;
    const double scale = std::sqrt(-2.0 * portableLog(s) / s);
    return {u * scale, v * scale};
  }
}

int64_t uniformInt(uint64_t seed, uint64_t index, int64_t low, int64_t high) {
  const uint64_t count = static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
  const uint64_t base = static_cast<uint64_t>(low);
  if (count == 0) // all 2^64 values
    return static_cast<int64_t>(draw(seed, index, 0, Stream::uniform)[0]);
  // Lemire's method: the upper half of bits * count, where the 2^64 mod count
  // products that would make some values more likely are drawn again.
  const uint64_t threshold = (uint64_t{0} - count) % count;
  for (uint32_t attempt = 0;; ++attempt) {
    const uint128 product = uint128{draw(seed, index, attempt, Stream::uniform)[0]} * count;
    if (static_cast<uint64_t>(product) >= threshold)
      return static_cast<int64_t>(base + static_cast<uint64_t>(product >> 64));
  }
}

Tensor Tensor::randn(Shape shape, DType dtype, uint64_t seed) {
  Tensor result = empty(std::move(shape), dtype);
  const int64_t count = result.num_elements();
  withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    T *elements = static_cast<T *>(result.data_);
    for (int64_t i = 0; i < count; i += 2) {
      const std::array<double, 2> pair = normalPair(seed, static_cast<uint64_t>(i / 2));
      for (int64_t j = 0; j < 2 && i + j < count; ++j) {
        double value = pair[static_cast<size_t>(j)];
        if constexpr (std::is_integral_v<T>)
          value = std::round(value);
        elements[i + j] = convertElement<T>(value);
      }
    }
  });
  return result;
}

Tensor Tensor::randint(Shape shape, DType dtype, int64_t low, int64_t high, uint64_t seed) {
  const std::string range = "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
  if (low > high)
    fail<Error>("tensor-range", "randint: the range " + range + " is empty",
                "give the lower end first");
  Tensor result = empty(std::move(shape), dtype);
  const int64_t count = result.num_elements();
  withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    // Saturated ends would be drawn too often.
    if constexpr (std::is_integral_v<T>)
      if (static_cast<int64_t>(convertElement<T>(low)) != low ||
          static_cast<int64_t>(convertElement<T>(high)) != high)
        fail<Error>("tensor-range",
                    "randint: " + std::string(dtype_name(dtype)) + " does not hold the range " +
                        range,
                    "its numbers are " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                        std::to_string(std::numeric_limits<T>::max()));
    T *elements = static_cast<T *>(result.data_);
    for (int64_t i = 0; i < count; ++i)
      elements[i] = convertElement<T>(uniformInt(seed, static_cast<uint64_t>(i), low, high));
  });
  return result;
}

} // namespace wave
