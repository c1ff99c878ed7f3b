//===- Random.cpp - Random numbers by position, and tensors of them -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with -ffp-contract=off: fused multiply-adds, which only some targets
// have, would change the bits that randn promises.
//
//===----------------------------------------------------------------------===//

#include "runtime/Random.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "diagnostic/Fail.h"
#include "runtime/ParallelFor.h"
#include "runtime/TensorElements.h"
#include "wave/tensor.h"

namespace wave {
namespace {

__extension__ typedef unsigned __int128 uint128;

/// Keeps the numbers of randn and of randint with one seed independent.
enum class Stream : uint64_t { normal = 0, uniform = 1 };

/// Where the generator of a stream starts; element i takes its number i, and where that is
/// rejected, those of the generator that starts from it.
uint64_t stateOf(uint64_t seed, Stream stream) {
  return splitMix(splitMix(seed, 0), static_cast<uint64_t>(stream));
}

/// A multiple of 2^-53 in [-1, 1), of the upper 54 bits; exact at every step.
double toSignedUnit(uint64_t bits) {
  const int64_t steps = static_cast<int64_t>(bits >> 10) - (int64_t{1} << 53);
  return static_cast<double>(steps) * 0x1p-53;
}

/// A multiple of 2^-53 in (0, 1].
double toPositiveUnit(uint64_t bits) { return static_cast<double>((bits >> 11) + 1) * 0x1p-53; }

} // namespace

uint64_t splitMix(uint64_t state, uint64_t index) {
  uint64_t bits = state + (index + 1) * 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
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

namespace {

/// Marsaglia and Tsang, "The ziggurat method for generating random variables", Journal of
/// Statistical Software 5 (2000): layers of one area cover exp(-x^2 / 2), x >= 0.  A point drawn
/// evenly from a layer is under the curve for certain, and 98.5 % of all are, where the layer
/// above covers it too; else the curve is asked.
class Ziggurat {
public:
  Ziggurat() {
    edges[0] = area / densityOfTail;
    edges[1] = tail;
    densities[1] = densityOfTail;
    for (size_t i = 2; i < layers; ++i) {
      densities[i] = densities[i - 1] + area / edges[i - 1];
      edges[i] = std::sqrt(-2.0 * portableLog(densities[i]));
    }
    edges[layers] = 0;
    densities[layers] = 1;
  }

  /// The normal number that `bits` begin.
  double operator()(uint64_t bits) const {
    for (;; bits = splitMix(bits, 0)) {
      const size_t layer = bits % layers;
      const double x = toSignedUnit(bits) * edges[layer];
      if (std::fabs(x) < edges[layer + 1])
        return x;
      if (layer == 0)
        return std::copysign(beyondTail(bits), x);
      const double y = densities[layer] + toPositiveUnit(splitMix(bits, 1)) *
                                              (densities[layer + 1] - densities[layer]);
      if (portableLog(y) < -0.5 * x * x)
        return x;
    }
  }

private:
  static constexpr size_t layers = 256;
  // The tail for which the topmost layer ends at density 1: found by bisection with 40 digits.
  static constexpr double tail = 0x1.d3bb48209ad33p+1;           // 3.654152885361008771...
  static constexpr double densityOfTail = 0x1.4a605b6b9f70dp-10; // exp(-tail^2 / 2)
  static constexpr double area = 0x1.43016a5a43732p-8; // of a layer: 0.004928673233974655...

  /// A number of the tail (Marsaglia, "Generating a variable from the tail of the normal
  /// distribution", Technometrics 6 (1964)).
  static double beyondTail(uint64_t bits) {
    for (uint64_t i = 1;; i += 2) {
      const double x = -portableLog(toPositiveUnit(splitMix(bits, i))) / tail;
      const double y = -portableLog(toPositiveUnit(splitMix(bits, i + 1)));
      if (2.0 * y > x * x)
        return tail + x;
    }
  }

  /// Layer i reaches from x = 0 to edges[i], and from densities[i] to densities[i + 1].  Layer 0
  /// has the tail too, and the edge that it would have without.
  std::array<double, layers + 1> edges, densities = {};
};

const Ziggurat &ziggurat() {
  static const Ziggurat only;
  return only;
}

/// The integer in [low, high], of `count` (0: 2^64) numbers, that `bits` begin.
int64_t evenly(uint64_t bits, int64_t low, uint64_t count) {
  if (count == 0)
    return static_cast<int64_t>(bits);
  // Lemire's method: the upper half of bits * count, where the 2^64 mod count
  // products that would make some values more likely are drawn again.
  const uint64_t threshold = (uint64_t{0} - count) % count;
  for (;; bits = splitMix(bits, 0)) {
    const uint128 product = uint128{bits} * count;
    if (static_cast<uint64_t>(product) >= threshold)
      return static_cast<int64_t>(static_cast<uint64_t>(low) +
                                  static_cast<uint64_t>(product >> 64));
  }
}

uint64_t countOf(int64_t low, int64_t high) {
  return static_cast<uint64_t>(high) - static_cast<uint64_t>(low) + 1;
}

} // namespace

double normalNumber(uint64_t seed, uint64_t index) {
  return ziggurat()(splitMix(stateOf(seed, Stream::normal), index));
}

int64_t uniformInt(uint64_t seed, uint64_t index, int64_t low, int64_t high) {
  return evenly(splitMix(stateOf(seed, Stream::uniform), index), low, countOf(low, high));
}

Tensor Tensor::randn(Shape shape, DType dtype, uint64_t seed) {
  Tensor result = empty(std::move(shape), dtype);
  const Ziggurat &normal = ziggurat();
  const uint64_t state = stateOf(seed, Stream::normal);
  withElementType(dtype, [&]<typename T>(ElementTag<T>) {
    T *elements = static_cast<T *>(result.data_);
    parallelFor(result.num_elements(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        double value = normal(splitMix(state, static_cast<uint64_t>(i)));
        if constexpr (std::is_integral_v<T>)
          value = std::round(value);
        elements[i] = convertElement<T>(value);
      }
    });
  });
  return result;
}

Tensor Tensor::randint(Shape shape, DType dtype, int64_t low, int64_t high, uint64_t seed) {
  const std::string range = "[" + std::to_string(low) + ", " + std::to_string(high) + "]";
  if (low > high)
    fail<Error>("tensor-range", "randint: the range " + range + " is empty",
                "give the lower end first");
  Tensor result = empty(std::move(shape), dtype);
  const uint64_t state = stateOf(seed, Stream::uniform), count = countOf(low, high);
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
    parallelFor(result.num_elements(), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        elements[i] =
            convertElement<T>(evenly(splitMix(state, static_cast<uint64_t>(i)), low, count));
    });
  });
  return result;
}

} // namespace wave
