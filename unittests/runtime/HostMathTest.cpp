//===- HostMathTest.cpp - Products and comparisons on the host ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <cmath>

#include "TestSupport.h"
#include "wave/tensor.h"

namespace {

using namespace wave;

/// Integers have exact products, so every order of summation agrees.
void checkProduct(int64_t m, int64_t n, int64_t k, bool transposeB) {
  const Tensor a = Tensor::randint({m, k}, i32, -9, 9, 1);
  const Tensor b = Tensor::randint(transposeB ? Shape{n, k} : Shape{k, n}, i32, -9, 9, 2);
  const Tensor product = matmul(a, b, transposeB);
  ASSERT_EQ(product.shape(), (Shape{m, n}));
  ASSERT_EQ(product.dtype(), i32);
  for (int64_t row = 0; row < m; ++row)
    for (int64_t column = 0; column < n; ++column) {
      double sum = 0;
      for (int64_t i = 0; i < k; ++i)
        sum += a.at({row, i}) * (transposeB ? b.at({column, i}) : b.at({i, column}));
      ASSERT_EQ(product.at({row, column}), sum) << row << ", " << column;
    }
}

TEST(Matmul, AgreesWithTheDefinition) {
  for (bool transposeB : {false, true}) {
    checkProduct(1, 1, 1, transposeB);
    checkProduct(5, 7, 3, transposeB);
    checkProduct(33, 300, 35, transposeB);
    checkProduct(4, 0, 3, transposeB);
    checkProduct(2, 3, 0, transposeB);
  }
}

TEST(Matmul, TakesStridedOperandsAndRoundsOnce) {
  const Tensor a = Tensor::randn({20, 30}, f16, 1);
  const Tensor b = Tensor::randn({20, 40}, f16, 2);
  const Tensor product = matmul(a.t(), b);
  EXPECT_EQ(product.dtype(), f16);
  EXPECT_EQ(max_abs_difference(product, matmul(a.to(f64).t(), b.to(f64)).to(f16)), 0);
}

TEST(Matmul, NamesShapesThatDoNotFit) {
  const Tensor a = Tensor::zeros({2, 3}, f32);
  const Tensor b = Tensor::zeros({4, 5}, f32);
  EXPECT_EQ(failureText<Error>([&] { matmul(a, b); }),
            "error: matmul: cannot multiply [2, 3] by [4, 5]: the summed sizes 3 and 4 differ "
            "[matmul-shape]\n"
            "help: a is [M, K], and b is [K, N]; with transpose_b it is [N, K]");
  EXPECT_EQ(failureText<Error>([&] { matmul(a, b, true); }),
            "error: matmul: cannot multiply [2, 3] by [4, 5] transposed: the summed sizes 3 and 5 "
            "differ [matmul-shape]\n"
            "help: a is [M, K], and b is [N, K], as it is to be transposed");
  EXPECT_EQ(failureText<Error>([&] { matmul(a, Tensor::zeros({3}, f32)); }),
            "error: matmul: cannot multiply [2, 3] by [3]: both need rank 2 [matmul-shape]\n"
            "help: take a matrix out of a larger tensor with slice");
}

Tensor values(std::initializer_list<double> list) {
  Tensor result = Tensor::empty({static_cast<int64_t>(list.size())}, f64);
  std::copy(list.begin(), list.end(), result.data_as<double>());
  return result;
}

TEST(Allclose, BoundsAreInclusiveAndRelativeToTheExpected) {
  EXPECT_TRUE(allclose(values({1.25}), values({1.0}), 0.25, 0));
  EXPECT_FALSE(allclose(values({1.0}), values({0.75}), 0.25, 0));
  EXPECT_TRUE(allclose(values({0.5}), values({0.0}), 0, 0.5));
  EXPECT_FALSE(allclose(values({0, 1}), values({0, 2})));
  EXPECT_TRUE(allclose(Tensor::zeros({0}, f32), Tensor::zeros({0}, f16)));
}

TEST(Allclose, NaNEqualsNothingAndInfinityItself) {
  EXPECT_FALSE(allclose(values({NAN}), values({NAN}), 1, 1));
  EXPECT_FALSE(allclose(values({NAN}), values({1}), 1, INFINITY));
  EXPECT_TRUE(allclose(values({INFINITY}), values({INFINITY})));
  EXPECT_FALSE(allclose(values({5}), values({INFINITY})));
  EXPECT_FALSE(allclose(values({-INFINITY}), values({INFINITY})));
}

TEST(Allclose, RefusesTolerancesThatAreNone) {
  const auto text = [](double rtol, double atol) {
    return failureText<Error>([&] { allclose(values({1}), values({1}), rtol, atol); });
  };
  EXPECT_EQ(text(NAN, 0),
            "error: allclose: rtol is nan, expected a number of at least 0 [tolerance]"
            "\nhelp: leave it out for the usual one");
  EXPECT_EQ(text(0, -0.5),
            "error: allclose: atol is -0.500000, expected a number of at least 0 [tolerance]"
            "\nhelp: leave it out for the usual one");
}

TEST(MaxAbsDifference, GreatestOrNaN) {
  EXPECT_EQ(max_abs_difference(values({1, 5, -2}), values({1, 2, 2})), 4);
  EXPECT_EQ(max_abs_difference(values({INFINITY}), values({INFINITY})), 0);
  EXPECT_EQ(max_abs_difference(values({INFINITY}), values({-INFINITY})), INFINITY);
  EXPECT_TRUE(std::isnan(max_abs_difference(values({1, NAN, 9}), values({1, 2, 3}))));
  EXPECT_TRUE(std::isnan(max_abs_difference(values({9, 1}), values({2, NAN}))));
}

TEST(Comparisons, NeedEqualShapes) {
  const Tensor a = Tensor::zeros({2, 3}, f32);
  const Tensor b = Tensor::zeros({3, 2}, f32);
  EXPECT_EQ(failureText<Error>([&] { allclose(a, b); }),
            "error: allclose: the shapes differ: actual is [2, 3], expected is [3, 2] "
            "[tensor-shape]\n"
            "help: compare tensors of one shape; slice takes a part of one");
  EXPECT_EQ(failureText<Error>([&] { max_abs_difference(a, b); }),
            "error: max_abs_difference: the shapes differ: actual is [2, 3], expected is [3, 2] "
            "[tensor-shape]\n"
            "help: compare tensors of one shape; slice takes a part of one");
}

} // namespace
