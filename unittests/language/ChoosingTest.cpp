//===- ChoosingTest.cpp - maximum, comparisons, truth values, select ------===//
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
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Values = std::vector<double>;

/// What `f` makes of pairs of elements, computed by the CPU and by the interpreter.
Values pairwise(DType dtype, const Values &left, const Values &right,
                const std::function<Register(Register, Register)> &f) {
  const auto size = static_cast<int64_t>(left.size());
  Memory a("a", {M}, dtype), b("b", {M}, dtype), c("c", {M}, f64);
  Kernel kernel("pairwise", {a, b, c}, {}, [&] {
    Register result = f(read(a), read(b));
    write(result, c);
  });
  Tensor x = Tensor::zeros({size}, dtype), y = x.clone(), out = Tensor::zeros({size}, f64);
  for (int64_t i = 0; i < size; ++i) {
    x.set({i}, left[static_cast<size_t>(i)]);
    y.set({i}, right[static_cast<size_t>(i)]);
  }
  Tensor interpreted = out.clone();
  interpret(kernel, {.subs = {M = size}}, {x, y, interpreted});
  compile(kernel, {M = size})(x, y, out);
  Values values;
  for (int64_t i = 0; i < size; ++i) {
    values.push_back(out.at({i}));
    double other = interpreted.at({i});
    EXPECT_TRUE((std::isnan(other) && std::isnan(values.back())) ||
                (other == values.back() && std::signbit(other) == std::signbit(values.back())))
        << other << " and " << values.back();
  }
  return values;
}

const std::vector<DType> numbers{f16, bf16, f32, f64, i8, i32, i64};

TEST(Maximum, OfAllTypes) {
  for (DType dtype : numbers) {
    auto greater = [](Register x, Register y) { return maximum(x, y); };
    auto less = [](Register x, Register y) { return minimum(x, y); };
    EXPECT_EQ(pairwise(dtype, {3, -4, 5}, {1, 2, 5}, greater), (Values{3, 2, 5}));
    EXPECT_EQ(pairwise(dtype, {3, -4, 5}, {1, 2, 5}, less), (Values{1, -4, 5}));
    auto clamp = [](Register x, Register) { return minimum(maximum(0, x), 4); };
    EXPECT_EQ(pairwise(dtype, {3, -4, 5}, {0, 0, 0}, clamp), (Values{3, 0, 4}));
  }
}

TEST(Maximum, PropagatesNanAndOrdersZeros) {
  const Values x{nan, 1, 0.0, -0.0, infinity}, y{1, nan, -0.0, 0.0, -infinity};
  for (DType dtype : {f16, bf16, f32, f64}) {
    Values greater = pairwise(dtype, x, y, [](Register a, Register b) { return maximum(a, b); });
    Values less = pairwise(dtype, x, y, [](Register a, Register b) { return minimum(a, b); });
    for (size_t i : {0u, 1u})
      EXPECT_TRUE(std::isnan(greater[i]) && std::isnan(less[i])) << i;
    for (size_t i : {2u, 3u})
      EXPECT_TRUE(!std::signbit(greater[i]) && std::signbit(less[i])) << i;
    EXPECT_EQ(greater[4], infinity);
    EXPECT_EQ(less[4], -infinity);
  }
}

TEST(Comparison, OfAllTypes) {
  const Values x{1, 2, 3}, y{2, 2, 2};
  for (DType dtype : numbers) {
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a < b; }), (Values{1, 0, 0}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a <= b; }), (Values{1, 1, 0}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a > b; }), (Values{0, 0, 1}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a >= b; }), (Values{0, 1, 1}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a == b; }), (Values{0, 1, 0}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto b) { return a != b; }), (Values{1, 0, 1}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto) { return 2 < a; }), (Values{0, 0, 1}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto) { return a == 3; }), (Values{0, 0, 1}));
    EXPECT_EQ(pairwise(dtype, x, y, [](auto a, auto) { return 1 != a; }), (Values{0, 1, 1}));
  }
}

TEST(Comparison, NanIsUnequalToEverything) {
  const Values x{nan, 1, nan}, y{1, nan, nan}, none{0, 0, 0}, all{1, 1, 1};
  EXPECT_EQ(pairwise(f32, x, y, [](auto a, auto b) { return a < b; }), none);
  EXPECT_EQ(pairwise(f32, x, y, [](auto a, auto b) { return a >= b; }), none);
  EXPECT_EQ(pairwise(f32, x, y, [](auto a, auto b) { return a == b; }), none);
  EXPECT_EQ(pairwise(f32, x, y, [](auto a, auto b) { return a != b; }), all);
}

TEST(Logic, CombinesTruthValues) {
  const Values x{0, 0, 1, 1}, y{0, 1, 0, 1};
  EXPECT_EQ(pairwise(i1, x, y, [](auto a, auto b) { return a & b; }), (Values{0, 0, 0, 1}));
  EXPECT_EQ(pairwise(i1, x, y, [](auto a, auto b) { return a | b; }), (Values{0, 1, 1, 1}));
  EXPECT_EQ(pairwise(i1, x, y, [](auto a, auto b) { return a ^ b; }), (Values{0, 1, 1, 0}));
  EXPECT_EQ(pairwise(i1, x, y, [](auto a, auto) { return ~a; }), (Values{1, 1, 0, 0}));
  EXPECT_EQ(pairwise(i1, x, y, [](auto a, auto) { return a | true; }), (Values{1, 1, 1, 1}));
  auto inside = [](auto a, auto b) { return (a > 1) & (a < b); };
  EXPECT_EQ(pairwise(f32, {1, 2, 3}, {9, 9, 3}, inside), (Values{0, 1, 0}));
}

TEST(Select, ChoosesBetweenRegistersAndNumbers) {
  for (DType dtype : numbers) {
    auto relu = [](auto a, auto) { return select(a > 0, a, 0); };
    auto back = [](auto a, auto) { return select(a > 0, 7, a); };
    auto both = [](auto a, auto b) { return select(a < b, b, a); };
    EXPECT_EQ(pairwise(dtype, {3, -4}, {1, 2}, relu), (Values{3, 0}));
    EXPECT_EQ(pairwise(dtype, {3, -4}, {1, 2}, back), (Values{7, -4}));
    EXPECT_EQ(pairwise(dtype, {3, -4}, {1, 2}, both), (Values{3, 2}));
  }
  EXPECT_EQ(pairwise(i1, {0, 1}, {1, 0}, [](auto a, auto b) { return select(a, b, ~b); }),
            (Values{0, 0}));
}

TEST(Negation, IsExactAndWraps) {
  auto minus = [](auto a, auto) { return -a; };
  auto magnitude = [](auto a, auto) { return abs(a); };
  for (DType dtype : numbers) {
    EXPECT_EQ(pairwise(dtype, {3, -4}, {0, 0}, minus), (Values{-3, 4}));
    EXPECT_EQ(pairwise(dtype, {3, -4}, {0, 0}, magnitude), (Values{3, 4}));
  }
  EXPECT_EQ(pairwise(i8, {-128}, {0}, minus), (Values{-128}));
  EXPECT_EQ(pairwise(i8, {-128}, {0}, magnitude), (Values{-128}));
  Values zeros = pairwise(f32, {0.0, -0.0}, {0, 0}, minus);
  EXPECT_TRUE(std::signbit(zeros[0]) && !std::signbit(zeros[1]));
}

/// A condition [M], one value [N], the other [M, N], in every order of sizes.
TEST(Select, MatchesDimensionsByName) {
  Memory a("a", {M}, f32), b("b", {N}, f32), c("c", {M, N}, f32), d("d", {N, M}, f32);
  for (bool first : {false, true}) {
    Kernel kernel("three", {a, b, c, d}, {WorkgroupConstraint{M, 4, 0}}, [&] {
      Register rows = read(a) > 0, columns = read(b), all = read(c);
      write(first ? select(rows, columns, all) : select(rows, all, columns), d);
    });
    Tensor x = Tensor::zeros({5}, f32), y = Tensor::zeros({3}, f32), z = Tensor::zeros({5, 3}, f32);
    Tensor out = Tensor::zeros({3, 5}, f32), interpreted = out.clone();
    for (int64_t i = 0; i < 5; ++i) {
      x.set({i}, i % 2 ? 1 : -1);
      for (int64_t j = 0; j < 3; ++j) {
        y.set({j}, 100 + static_cast<double>(j));
        z.set({i, j}, static_cast<double>(10 * i + j));
      }
    }
    interpret(kernel, {.subs = {M = 5, N = 3}}, {x, y, z, interpreted});
    compile(kernel, {M = 5, N = 3})(x, y, z, out);
    for (int64_t i = 0; i < 5; ++i)
      for (int64_t j = 0; j < 3; ++j) {
        double expected = (i % 2 == 1) == first ? y.at({j}) : z.at({i, j});
        EXPECT_EQ(out.at({j, i}), expected) << i << ", " << j;
        EXPECT_EQ(interpreted.at({j, i}), expected) << i << ", " << j;
      }
  }
}

} // namespace
