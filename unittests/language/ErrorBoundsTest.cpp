//===- ErrorBoundsTest.cpp - What the interpreter says a result may be ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed in the element types is within the range, and the range is not much wider
// than that takes.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "Symbols.h"
#include "interpreter/Interpreter.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool contains(const interpreter::Range &range, double value) {
  return std::isnan(value) ? range.mayBeNaN : range.contains(value);
}

/// The greatest distance within a range relative to what is expected; compiled code keeps all.
double widest(DType dtype, const std::function<Register(Register, Register)> &f) {
  Memory a("a", {M, N}, dtype), b("b", {M, N}, dtype), c("c", {M, N}, dtype);
  Kernel kernel("bounds", {a, b, c}, {}, [&] {
    Register x = read(a);
    write(f(x, read(b)), c);
  });
  const Bindings sizes{M = 20, N = 33};
  Tensor x = Tensor::randn({20, 33}, dtype, 1), y = Tensor::randn({20, 33}, dtype, 2);
  Tensor out = Tensor::zeros({20, 33}, dtype);
  std::vector<Tensor> tensors{x, y, out.clone()};
  const auto ranges = interpreter::interpretWithRanges(kernel, sizes, tensors);
  compile(kernel, sizes)(x, y, out);
  double most = 0;
  for (int64_t i = 0; i < 20; ++i)
    for (int64_t j = 0; j < 33; ++j) {
      const double expected = tensors[2].at({i, j}), actual = out.at({i, j});
      const interpreter::Range range = ranges[2]->at({i, j});
      EXPECT_TRUE(contains(range, actual)) << actual << " at " << i << ", " << j;
      EXPECT_TRUE(contains(range, expected)) << expected << " at " << i << ", " << j;
      if (std::isfinite(range.low) && std::isfinite(range.high) && expected != 0)
        most = std::max(most, std::max(range.high - expected, expected - range.low) /
                                  std::fabs(expected));
    }
  return most;
}

/// Away from 0: between 1 and 9 for normal numbers.
Register positive(const Register &x) { return minimum(abs(x) + 1, 9); }

TEST(ErrorBounds, OfFunctions) {
  for (DType dtype : {f16, bf16, f32, f64}) {
    const double unit = std::ldexp(1.0, dtype == f16    ? -11
                                        : dtype == bf16 ? -8
                                        : dtype == f32  ? -24
                                                        : -53);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return exp2(x); }), 16 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return exp(x); }), 16 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return tanh(x); }), 16 * unit);
    EXPECT_EQ(widest(dtype, [](auto x, auto) { return sqrt(positive(x)); }), 0);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return rsqrt(positive(x)); }), 16 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return log(positive(x) + 1); }), 16 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return log2(positive(x) + 1); }), 16 * unit);
    // What an argument may be off grows with the function.
    EXPECT_LE(widest(dtype, [](auto x, auto y) { return exp(tanh(x) * y); }), 200 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto y) { return -maximum(exp(x), abs(y) + 1); }),
              16 * unit);
    // Of random signs, and where the result is NaN.
    widest(dtype, [](auto x, auto y) { return log(tanh(x)) * rsqrt(exp(y) - 1); });
  }
}

/// Operations of the language round in one way.
TEST(ErrorBounds, AreNoneWhereAllIsSaid) {
  for (DType dtype : {f16, bf16, f32, f64}) {
    EXPECT_EQ(widest(dtype, [](auto x, auto y) { return x * y - y / x + 3; }), 0);
    EXPECT_EQ(widest(dtype,
                     [](auto x, auto y) {
                       return select(x < y, cast(x, dtype_of<float>()), cast(y, dtype_of<float>()));
                     }),
              0);
    EXPECT_EQ(widest(dtype, [](auto x, auto y) { return y * 0 + max(x, N); }), 0);
  }
}

TEST(ErrorBounds, OfReductions) {
  auto total = [](auto x, auto y) { return y * 0 + sum(positive(x), N); };
  EXPECT_LE(widest(f32, total), 34 * 0x1p-24);
  EXPECT_GT(widest(f32, total), 0);
  auto softmax = [](auto x, auto) {
    Register powers = exp2(x - max(x, N));
    return powers / sum(powers, N);
  };
  EXPECT_LE(widest(f32, softmax), 60 * 0x1p-24);
  // Numbers of few digits add up without a rounding, in any order.
  EXPECT_EQ(widest(f32, [](auto x, auto y) { return y * 0 + sum(cast(cast(x, i32), f32), N); }), 0);
}

/// One row of eight terms, with the range of their sum.
interpreter::Range rangeOfSum(const std::vector<double> &terms) {
  Memory a("a", {M, N}, f32), c("c", {M}, f32);
  Kernel kernel("total", {a, c}, {}, [&] { write(sum(read(a), N), c); });
  const auto n = static_cast<int64_t>(terms.size());
  Tensor x = Tensor::zeros({1, n}, f32), out = Tensor::zeros({1}, f32);
  for (int64_t i = 0; i < n; ++i)
    x.set({0, i}, terms[static_cast<size_t>(i)]);
  return interpreter::interpretWithRanges(kernel, {M = 1, N = n}, std::vector{x, out})[1]->at({0});
}

TEST(ErrorBounds, OfSumsInAnyOrder) {
  // The small terms are lost where the large one comes first.
  std::vector<double> terms(1001, 1);
  terms.back() = 0x1p25;
  EXPECT_LE(rangeOfSum(terms).low, 0x1p25);
  EXPECT_GE(rangeOfSum(terms).high, 0x1p25 + 1000);
  // A large term and its opposite leave what came between them, or not.
  terms.push_back(-0x1p25);
  EXPECT_LE(rangeOfSum(terms).low, 0);
  EXPECT_GE(rangeOfSum(terms).high, 1000);
  // Partial sums may overflow to either side, and both meet.
  EXPECT_TRUE(rangeOfSum({3e38, 3e38, -3e38, -3e38}).mayBeNaN);
  EXPECT_EQ(rangeOfSum({3e38, 3e38, -3e38, -3e38}).low, -infinity);
  // Of one sign they end at one infinity.
  EXPECT_FALSE(rangeOfSum({3e38, 3e38}).mayBeNaN);
  EXPECT_EQ(rangeOfSum({3e38, 3e38}).low, infinity);
  EXPECT_EQ(rangeOfSum({infinity, 1.1, -2.3}).low, infinity);
  EXPECT_FALSE(rangeOfSum({infinity, 1.1, -2.3}).mayBeNaN);
  EXPECT_FALSE(rangeOfSum({infinity, 1, -infinity}).hasNumbers());
  // Zeros, and a term alone, are what they are.
  EXPECT_EQ(rangeOfSum({0.1f}).low, 0.1f);
  EXPECT_EQ(rangeOfSum({0.1f}).high, 0.1f);
  EXPECT_EQ(rangeOfSum({0.75, -0.75}).high, 0);
}

/// Where the outcome of a comparison is open, so is what is chosen.
TEST(ErrorBounds, OfChoices) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Kernel kernel("choices", {a, c}, {}, [&] {
    Register x = read(a);
    write(select(exp(log(x)) > x, 100, Register({M}, f32, 3)), c);
  });
  Tensor x = Tensor::zeros({2}, f32), out = Tensor::zeros({2}, f32);
  x.set({0}, 5);
  x.set({1}, -1); // NaN is greater than nothing
  const auto ranges = interpreter::interpretWithRanges(kernel, {M = 2}, std::vector{x, out});
  EXPECT_EQ(ranges[1]->at({0}).low, 3);
  EXPECT_EQ(ranges[1]->at({0}).high, 100);
  EXPECT_EQ(ranges[1]->at({1}).low, 3);
  EXPECT_EQ(ranges[1]->at({1}).high, 3);
}

/// What is the same value twice cancels, whatever it is.
TEST(ErrorBounds, OfOneValueTwice) {
  for (const auto &zero :
       {+[](Register y) { return y - y; }, +[](Register y) { return y - maximum(y, -infinity); },
        +[](Register y) { return select(y < y, y, Register({M}, f32, 0)); }}) {
    Memory a("a", {M}, f32), c("c", {M}, f32);
    Kernel kernel("twice", {a, c}, {}, [&] { write(zero(exp(read(a))), c); });
    Tensor x = Tensor::full({1}, f32, 0.7), out = Tensor::zeros({1}, f32);
    const interpreter::Range range =
        interpreter::interpretWithRanges(kernel, {M = 1}, std::vector{x, out})[1]->at({0});
    EXPECT_EQ(range.low, 0);
    EXPECT_EQ(range.high, 0);
    EXPECT_FALSE(range.mayBeNaN);
  }
}

/// What a kernel reads of what it has written is as open as it was.
TEST(ErrorBounds, OfMemoryThatIsReadAgain) {
  Memory a("a", {M}, f32), c("c", {M}, f32);
  Kernel kernel("again", {a, c}, {}, [&] {
    write(exp(read(a)), c);
    write(read(c) * 2, c);
  });
  Tensor x = Tensor::full({1}, f32, 0.7), out = Tensor::zeros({1}, f32);
  const interpreter::Range range =
      interpreter::interpretWithRanges(kernel, {M = 1}, std::vector{x, out})[1]->at({0});
  EXPECT_LT(range.low, range.high);
}

} // namespace
