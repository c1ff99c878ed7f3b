//===- ReductionsTest.cpp - sum, max, min ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kernel is worked out by hand here; differential/ compares many more.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Reduction = std::function<Register(const Register &)>;

/// The rows of [[1, 2, ...], [11, 12, ...], ...] reduced by compiled code, which agrees with
/// the interpreter; `M` rows of `N` elements.
std::vector<double> rows(DType dtype, int64_t m, int64_t n, const Reduction &reduction,
                         const Constraints &constraints = {}) {
  Memory a("a", {M, N}, dtype), c("c", {M}, f64);
  Kernel kernel("rows", {a, c}, constraints, [&] { write(reduction(read(a)), c); });
  Tensor in = Tensor::zeros({m, n}, dtype), out = Tensor::full({m}, f64, -77);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      in.set({i, j}, static_cast<double>(10 * i + j + 1));
  Tensor interpreted = out.clone();
  interpret(kernel, {.subs = {M = m, N = n}}, {in, interpreted});
  for (const Bindings &subs : {Bindings{M = m, N = n}, Bindings{}})
    wave_compile({.subs = subs}, kernel)(in, out);
  std::vector<double> values;
  for (int64_t i = 0; i < m; ++i) {
    values.push_back(out.at({i}));
    double other = interpreted.at({i});
    EXPECT_TRUE(values.back() == other || (std::isnan(values.back()) && std::isnan(other))) << i;
  }
  return values;
}

const std::vector<DType> numbers{f16, bf16, f32, f64, i8, i32, i64};

TEST(Reduction, OfRows) {
  for (DType dtype : numbers) {
    EXPECT_EQ(rows(dtype, 3, 5, [](auto x) { return sum(x, N); }),
              (std::vector<double>{15, 65, 115}));
    EXPECT_EQ(rows(dtype, 3, 5, [](auto x) { return max(x, N); }),
              (std::vector<double>{5, 15, 25}));
    EXPECT_EQ(rows(dtype, 3, 5, [](auto x) { return min(x, N); }),
              (std::vector<double>{1, 11, 21}));
  }
}

/// Around the number of lanes a vector may have, and with tiles that reach over the edge.
TEST(Reduction, StopsAtTheEdgeOfTheMemory) {
  for (int64_t n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 129, 140}) {
    const auto count = static_cast<double>(n);
    for (const Constraints &constraints : {Constraints{}, {WorkgroupConstraint{M, 7, 0}}}) {
      auto sums = rows(f32, 2, n, [](auto x) { return sum(x, N); }, constraints);
      EXPECT_EQ(sums[0], count * (count + 1) / 2) << n;
      EXPECT_EQ(sums[1], count * (count + 1) / 2 + 10 * count) << n;
      // All elements are positive: what lies outside would show.
      EXPECT_EQ(rows(i32, 2, n, [](auto x) { return max(-x, N); }, constraints)[0], -1) << n;
      EXPECT_EQ(rows(f64, 2, n, [](auto x) { return min(x, N); }, constraints)[1], 11) << n;
    }
  }
}

TEST(Reduction, OfNothingIsTheIdentity) {
  EXPECT_EQ(rows(f32, 1, 0, [](auto x) { return sum(x, N); })[0], 0);
  EXPECT_EQ(rows(f16, 1, 0, [](auto x) { return max(x, N); })[0], -infinity);
  EXPECT_EQ(rows(f64, 1, 0, [](auto x) { return min(x, N); })[0], infinity);
  EXPECT_EQ(rows(i8, 1, 0, [](auto x) { return max(x, N); })[0], -128);
  EXPECT_EQ(rows(i32, 1, 0, [](auto x) { return min(x, N); })[0], 0x1p31 - 1);
}

TEST(Reduction, TheInitialValueTakesPartOnce) {
  auto start = [](double value) { return Register({M}, f32, value); };
  EXPECT_EQ(rows(f32, 2, 5, [&](auto x) { return sum(x, start(100), N); }),
            (std::vector<double>{115, 165}));
  EXPECT_EQ(rows(f32, 2, 5, [&](auto x) { return max(x, start(7), N); }),
            (std::vector<double>{7, 15}));
  EXPECT_EQ(rows(f32, 2, 5, [&](auto x) { return min(x, start(7), N); }),
            (std::vector<double>{1, 7}));
  EXPECT_EQ(rows(f32, 2, 0, [&](auto x) { return sum(x, start(3), N); }),
            (std::vector<double>{3, 3}));
}

TEST(Reduction, IntegersWrapAndHalvesRoundOnce) {
  EXPECT_EQ(rows(i8, 1, 20, [](auto x) { return sum(x, N); })[0], 210 - 256);
  // 1 + ... + 100 = 5050 is no f16 of a step of 1, but a sum in f16 would be off by more.
  EXPECT_EQ(rows(f16, 1, 100, [](auto x) { return sum(x, N); })[0], 5048);
  EXPECT_EQ(rows(bf16, 1, 100, [](auto x) { return sum(x, N); })[0], 5056);
}

TEST(Reduction, OfTheFirstDimensionAndInTheMiddle) {
  Memory a("a", {M, N, K}, f32), c("c", {M, K}, f32), d("d", {K, N}, f32);
  Kernel kernel("three", {a, c, d}, {}, [&] {
    write(sum(read(a), N), c);
    write(max(read(a), M), d);
  });
  Tensor in = Tensor::zeros({3, 5, 37}, f32), c1 = Tensor::zeros({3, 37}, f32),
         d1 = Tensor::zeros({37, 5}, f32);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 5; ++j)
      for (int64_t k = 0; k < 37; ++k)
        in.set({i, j, k}, static_cast<double>(100 * i + 10 * j + k));
  compile(kernel, {M = 3, N = 5, K = 37})(in, c1, d1);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t k = 0; k < 37; ++k)
      EXPECT_EQ(c1.at({i, k}), static_cast<double>(500 * i + 100 + 5 * k));
  for (int64_t j = 0; j < 5; ++j)
    for (int64_t k = 0; k < 37; ++k)
      EXPECT_EQ(d1.at({k, j}), static_cast<double>(200 + 10 * j + k));
}

TEST(Reduction, InALoopTakesOneStep) {
  const Constraints steps{WorkgroupConstraint{M, 2, 0}, TilingConstraint{N, 4}};
  Memory a("a", {M, N}, f16), c("c", {M}, f64), d("d", {M}, f64);
  Kernel kernel("loop", {a, c, d}, steps, [&] {
    auto [total, highest] =
        iterate({.axis = N}, {Register({M}, f32, 0.0), Register({M}, f32, -1000.0)},
                [&](Register total, Register highest) {
                  Register x = cast(read(a), f32);
                  return yield(sum(x, total, N), maximum(highest, max(x, N)));
                });
    write(total, c);
    write(highest, d);
  });
  Tensor in = Tensor::zeros({3, 11}, f16), c1 = Tensor::zeros({3}, f64), d1 = c1.clone();
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t j = 0; j < 11; ++j)
      in.set({i, j}, static_cast<double>(i - j));
  compile(kernel, {M = 3, N = 11})(in, c1, d1);
  for (int64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(c1.at({i}), static_cast<double>(11 * i - 55));
    EXPECT_EQ(d1.at({i}), static_cast<double>(i));
  }
}

TEST(Reduction, NanPropagates) {
  EXPECT_TRUE(std::isnan(rows(f32, 1, 1, [](auto x) { return max(sqrt(0 - x), N); })[0]));
}

} // namespace
