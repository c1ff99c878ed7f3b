//===- ErrorBoundsTest.cpp - The interpreter's running error analysis -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed in the element types is within the bound of what is computed in
// double, and the bound is not much wider than that takes.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "Symbols.h"
#include "interpreter/Interpreter.h"

using namespace wave;
using namespace wave::test;

namespace {

/// The greatest bound relative to the exact result; compiled code keeps every one.
double widest(DType dtype, const std::function<Register(Register, Register)> &f) {
  Memory a("a", {M, N}, dtype), b("b", {M, N}, dtype), c("c", {M, N}, dtype);
  Kernel kernel("bounds", {a, b, c}, {}, [&] {
    Register x = read(a);
    write(f(x, read(b)), c);
  });
  const Bindings sizes{M = 20, N = 33};
  Tensor x = Tensor::randn({20, 33}, dtype, 1), y = Tensor::randn({20, 33}, dtype, 2);
  Tensor out = Tensor::zeros({20, 33}, dtype), exact = Tensor::zeros({20, 33}, f64);
  std::vector<Tensor> tensors{x, y, out.clone()};
  std::vector<Tensor> bounds =
      interpreter::interpretWithErrorBounds(kernel, {.subs = sizes}, tensors);
  compile(kernel, sizes)(x, y, out);
  double most = 0;
  for (int64_t i = 0; i < 20; ++i)
    for (int64_t j = 0; j < 33; ++j) {
      double expected = tensors[2].at({i, j}), bound = bounds[2].at({i, j});
      EXPECT_LE(std::fabs(out.at({i, j}) - expected), bound) << i << ", " << j;
      if (std::isfinite(bound) && expected != 0)
        most = std::max(most, bound / std::fabs(expected));
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
    EXPECT_LE(widest(dtype, [](auto x, auto) { return sqrt(positive(x)); }), 16 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return rsqrt(positive(x)); }), 24 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return log(positive(x) + 1); }), 32 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto) { return log2(positive(x) + 1); }), 32 * unit);
    // The error of an argument grows with the function.
    EXPECT_LE(widest(dtype, [](auto x, auto y) { return exp(x * y); }), 200 * unit);
    EXPECT_LE(widest(dtype, [](auto x, auto y) { return -maximum(exp(x), abs(y) + 1); }),
              32 * unit);
  }
}

TEST(ErrorBounds, OfReductions) {
  auto total = [](auto x, auto y) { return y * 0 + sum(positive(x), N); };
  EXPECT_LE(widest(f32, total), 200 * 0x1p-24);
  auto softmax = [](auto x, auto) {
    Register powers = exp2(x - max(x, N));
    return powers / sum(powers, N);
  };
  EXPECT_LE(widest(f32, softmax), 200 * 0x1p-24);
  EXPECT_EQ(widest(f32, [](auto x, auto y) { return y * 0 + min(x, N); }) > 0x1p-20, false);
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
  std::vector<Tensor> bounds =
      interpreter::interpretWithErrorBounds(kernel, {.subs = {M = 2}}, std::vector<Tensor>{x, out});
  EXPECT_GE(bounds[1].at({0}), 97);
  EXPECT_LE(bounds[1].at({0}), 98);
}

} // namespace
