//===- RandomTest.cpp - Random tensors ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <cmath>
#include <set>

#include "runtime/Random.h"

using namespace wave;
using namespace wave::test;

namespace {

uint64_t drawSeed() { return static_cast<uint64_t>(*numbers()); }

/// A shape and the row of as many elements.
struct Shapes {
  Shape shape;
  int64_t count = 1;

  static Shapes draw() {
    Shapes shapes;
    shapes.shape = (*views(0, 3)).shape;
    for (int64_t size : shapes.shape)
      shapes.count *= size;
    return shapes;
  }
};

WAVE_PROPERTY(Randn, IsTheSameForASeed) {
  const Shape shape = Shapes::draw().shape;
  const DType dtype = *dtypes();
  const uint64_t seed = drawSeed();
  RC_ASSERT(elementsOf(Tensor::randn(shape, dtype, seed)) ==
            elementsOf(Tensor::randn(shape, dtype, seed)));
}
WAVE_PROPERTY(Randn, DiffersBetweenSeeds) {
  const uint64_t a = drawSeed(), b = drawSeed();
  RC_PRE(a != b);
  RC_ASSERT(elementsOf(Tensor::randn({4}, f64, a)) != elementsOf(Tensor::randn({4}, f64, b)));
}
/// An element depends on its position alone.
WAVE_PROPERTY(Randn, DoesNotDependOnTheShape) {
  const Shapes shapes = Shapes::draw();
  const uint64_t seed = drawSeed();
  const std::vector<double> elements = elementsOf(Tensor::randn(shapes.shape, f64, seed));
  RC_ASSERT(elements == elementsOf(Tensor::randn({shapes.count}, f64, seed)));
  std::vector<double> longer =
      elementsOf(Tensor::randn({shapes.count + *between(0, 9)}, f64, seed));
  longer.resize(elements.size());
  RC_ASSERT(elements == longer);
}
WAVE_PROPERTY(Randn, RoundsTheSameNumbers) {
  const DType dtype = *rc::gen::element(f16, bf16, f32);
  const uint64_t seed = drawSeed();
  RC_ASSERT(elementsOf(Tensor::randn({7}, dtype, seed)) ==
            elementsOf(Tensor::randn({7}, f64, seed).to(dtype)));
}
WAVE_PROPERTY(Randn, RoundsToIntegers) {
  const uint64_t seed = drawSeed();
  const std::vector<double> exact = elementsOf(Tensor::randn({7}, f64, seed)),
                            rounded = elementsOf(Tensor::randn({7}, i32, seed));
  for (size_t i = 0; i < exact.size(); ++i)
    RC_ASSERT(std::fabs(exact[i] - rounded[i]) <= 0.5);
}
WAVE_PROPERTY(Randn, IsFiniteAndSmall) {
  for (double element : elementsOf(Tensor::randn({16}, f64, drawSeed()))) {
    RC_ASSERT(std::fabs(element) < 9); // 9 standard deviations: once in 10^18
    cover(60, std::fabs(element) < 1, "within one standard deviation");
    cover(25, std::fabs(element) > 1, "beyond it");
    cover(45, element < 0, "negative");
  }
}

WAVE_PROPERTY(Randint, LiesInTheRange) {
  const int64_t a = *numbers(), b = *numbers();
  const Tensor tensor = Tensor::randint({9}, i64, std::min(a, b), std::max(a, b), drawSeed());
  for (int64_t i = 0; i < 9; ++i) {
    RC_ASSERT(tensor.data_as<int64_t>()[i] >= std::min(a, b));
    RC_ASSERT(tensor.data_as<int64_t>()[i] <= std::max(a, b));
  }
}
WAVE_PROPERTY(Randint, ReachesAllOfASmallRange) {
  const int64_t low = *between(-100, 100), count = *between(1, 6);
  std::set<double> found;
  for (double element : elementsOf(Tensor::randint({256}, i32, low, low + count - 1, drawSeed())))
    found.insert(element);
  RC_ASSERT(found.size() == static_cast<size_t>(count)); // by chance it fails once in 10^19
}
WAVE_PROPERTY(Randint, OfOneNumberIsThatNumber) {
  const int64_t only = *numbers();
  const Tensor tensor = Tensor::randint({3}, i64, only, only, drawSeed());
  for (int64_t i = 0; i < 3; ++i)
    RC_ASSERT(tensor.data_as<int64_t>()[i] == only);
}
WAVE_PROPERTY(Randint, DoesNotDependOnTheShape) {
  const Shapes shapes = Shapes::draw();
  const uint64_t seed = drawSeed();
  RC_ASSERT(elementsOf(Tensor::randint(shapes.shape, i32, -9, 9, seed)) ==
            elementsOf(Tensor::randint({shapes.count}, i32, -9, 9, seed)));
}
WAVE_PROPERTY(Randint, IsTheSameInEveryType) {
  const uint64_t seed = drawSeed();
  RC_ASSERT(
      elementsOf(Tensor::randint({9}, *rc::gen::element(f16, bf16, f32, i8, i32), -9, 9, seed)) ==
      elementsOf(Tensor::randint({9}, i64, -9, 9, seed)));
}
WAVE_PROPERTY(Randint, RangesThatATypeDoesNotHoldAreRefused) {
  const int64_t low = *between(-200, 200), high = *between(-200, 200);
  const bool isFit = low <= high && low >= -128 && high <= 127;
  RC_ASSERT(errorId([&] { Tensor::randint({2}, i8, low, high, 1); }) ==
            (isFit ? "" : "tensor-range"));
}

WAVE_PROPERTY(SplitMix, DifferentIndicesGiveDifferentNumbers) {
  const auto a = static_cast<uint64_t>(*numbers()), b = static_cast<uint64_t>(*numbers());
  RC_PRE(a != b);
  RC_ASSERT(splitMix(7, a) != splitMix(7, b));
  RC_ASSERT(splitMix(a, 7) != splitMix(b, 7));
}
WAVE_PROPERTY(PortableLog, IsTheLogarithm) {
  const double x = std::ldexp(1.0 + static_cast<double>(*between(0, most)) * 0x1p-63,
                              static_cast<int>(*between(-1000, 1000)));
  const long double exact = std::log(static_cast<long double>(x));
  RC_ASSERT(std::fabs(static_cast<long double>(portableLog(x)) - exact) <=
            std::fabs(exact) * 0x1p-51L + 0x1p-70L);
}

} // namespace
