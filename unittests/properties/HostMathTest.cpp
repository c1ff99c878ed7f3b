//===- HostMathTest.cpp - Comparing and multiplying on the host -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"

#include <cmath>

using namespace wave;
using namespace wave::test;

namespace {

/// Three tensors of one shape; whole numbers, so that sums are exact.
Tensor drawLike(const Shape &shape) {
  Tensor tensor = Tensor::zeros(shape, *rc::gen::element(f32, f64, i32));
  forEachIndex(
      shape, [&](const Index &index) { tensor.set(index, static_cast<double>(*between(-9, 9))); });
  return tensor;
}
Shape drawShape() { return {*between(1, 3), *between(1, 3)}; }

WAVE_PROPERTY(AllClose, HoldsForItself) {
  const Tensor a = drawLike(drawShape());
  RC_ASSERT(allclose(a, a, 0, 0));
}
WAVE_PROPERTY(AllClose, IsWhatItSays) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  const double rtol = static_cast<double>(*between(0, 8)) / 8,
               atol = static_cast<double>(*between(0, 8));
  bool expected = true;
  forEachIndex(shape, [&](const Index &index) {
    expected &= std::fabs(a.at(index) - b.at(index)) <= atol + rtol * std::fabs(b.at(index));
  });
  RC_ASSERT(allclose(a, b, rtol, atol) == expected);
  cover(10, expected, "close");
  cover(10, !expected, "not close");
}
WAVE_PROPERTY(AllClose, IsSymmetricWithoutRelativeTolerance) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  const double atol = static_cast<double>(*between(0, 18));
  RC_ASSERT(allclose(a, b, 0, atol) == allclose(b, a, 0, atol));
}
WAVE_PROPERTY(AllClose, GrowsWithItsTolerance) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  const double atol = static_cast<double>(*between(0, 18));
  if (allclose(a, b, 0, atol))
    RC_ASSERT(allclose(a, b, 0.5, atol + 1));
}
WAVE_PROPERTY(AllClose, NeverHoldsForNaN) {
  Tensor a = Tensor::zeros(drawShape(), *rc::gen::element(f16, bf16, f32, f64));
  a.set({*between(0, a.shape()[0] - 1), *between(0, a.shape()[1] - 1)}, NAN);
  RC_ASSERT(!allclose(a, a, 1e300, 1e300));
  RC_ASSERT(std::isnan(max_abs_difference(a, a)));
}
WAVE_PROPERTY(AllClose, HoldsForEqualInfinitiesAlone) {
  const double a = *rc::gen::element<double>(INFINITY, -INFINITY, 0, 1e300),
               b = *rc::gen::element<double>(INFINITY, -INFINITY, 0, 1e300);
  const bool isInfinite = std::isinf(a) || std::isinf(b);
  RC_PRE(isInfinite);
  RC_ASSERT(allclose(Tensor::full({2}, f64, a), Tensor::full({2}, f64, b), 1e10, 1e300) ==
            (a == b));
}
WAVE_PROPERTY(AllClose, NeedsEqualShapes) {
  const Shape a = drawShape(), b = drawShape();
  RC_ASSERT(errorId([&] { allclose(drawLike(a), drawLike(b)); }) == (a == b ? "" : "tensor-shape"));
}

WAVE_PROPERTY(MaxAbsDifference, IsTheGreatest) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  double expected = 0;
  forEachIndex(shape, [&](const Index &index) {
    expected = std::max(expected, std::fabs(a.at(index) - b.at(index)));
  });
  RC_ASSERT(max_abs_difference(a, b) == expected);
}
WAVE_PROPERTY(MaxAbsDifference, IsZeroForItselfAndSymmetric) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  RC_ASSERT(max_abs_difference(a, a) == 0);
  RC_ASSERT(max_abs_difference(a, b) == max_abs_difference(b, a));
}
WAVE_PROPERTY(MaxAbsDifference, IsNoLongerOnADetour) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape), c = drawLike(shape);
  RC_ASSERT(max_abs_difference(a, c) <= max_abs_difference(a, b) + max_abs_difference(b, c));
}
WAVE_PROPERTY(MaxAbsDifference, DoesNotDependOnTheLayout) {
  const Shape shape = drawShape();
  const Tensor a = drawLike(shape), b = drawLike(shape);
  RC_ASSERT(max_abs_difference(a.t(), b.t()) == max_abs_difference(a, b));
  RC_ASSERT(max_abs_difference(a.t().clone(), b.t()) == max_abs_difference(a, b));
}

WAVE_PROPERTY(Matmul, IsTheSumOfProducts) {
  const int64_t m = *between(0, 4), n = *between(0, 4), k = *between(0, 20);
  const Tensor a = drawLike({m, k}), b = drawLike({k, n}), c = matmul(a, b);
  RC_ASSERT((c.shape() == Shape{m, n}));
  RC_ASSERT(c.dtype() == a.dtype());
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l)
        sum += a.at({i, l}) * b.at({l, j});
      RC_ASSERT(c.at({i, j}) == sum);
    }
}
WAVE_PROPERTY(Matmul, ByTheTransposed) {
  const int64_t m = *between(1, 3), n = *between(1, 3), k = *between(1, 20);
  const Tensor a = drawLike({m, k}), b = drawLike({n, k});
  RC_ASSERT(elementsOf(matmul(a, b, true)) == elementsOf(matmul(a, b.t())));
}
WAVE_PROPERTY(Matmul, TransposedIsTheProductOfTheTransposed) {
  const int64_t m = *between(1, 3), n = *between(1, 3), k = *between(1, 9);
  const Tensor a = drawLike({m, k}), b = drawLike({k, n});
  RC_ASSERT(elementsOf(matmul(a, b).t()) == elementsOf(matmul(b.t(), a.t())));
}
WAVE_PROPERTY(Matmul, ByOneIsNothing) {
  const int64_t m = *between(1, 4), k = *between(1, 4);
  const Tensor a = drawLike({m, k});
  Tensor one = Tensor::zeros({k, k}, f64);
  for (int64_t i = 0; i < k; ++i)
    one.set({i, i}, 1);
  RC_ASSERT(elementsOf(matmul(a, one)) == elementsOf(a));
}
WAVE_PROPERTY(Matmul, InPartsIsTheWhole) {
  const int64_t m = *between(1, 3), n = *between(1, 3), k = *between(1, 20), cut = *between(0, k);
  const Tensor a = drawLike({m, k}), b = drawLike({k, n}), whole = matmul(a, b);
  const Tensor left = matmul(a.slice(1, 0, cut), b.slice(0, 0, cut)),
               right = matmul(a.slice(1, cut, k - cut), b.slice(0, cut, k - cut));
  forEachIndex(whole.shape(), [&](const Index &index) {
    RC_ASSERT(whole.at(index) == left.at(index) + right.at(index));
  });
}
WAVE_PROPERTY(Matmul, NeedsEqualInnerSizes) {
  const int64_t a = *between(0, 3), b = *between(0, 3);
  RC_ASSERT(errorId([&] { matmul(drawLike({2, a}), drawLike({b, 2})); }) ==
            (a == b ? "" : "matmul-shape"));
}

} // namespace
