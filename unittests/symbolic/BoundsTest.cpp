//===- BoundsTest.cpp - Intervals that a reader can check -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That bounds contain every value is a property; see unittests/properties.
//
//===----------------------------------------------------------------------===//

#include "symbolic/Bounds.h"

#include "symbolic/Node.h"

#include <gtest/gtest.h>

#include <limits>

using namespace wave;
using namespace wave::symbolic;

namespace {

constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t least = std::numeric_limits<int64_t>::min();
const Expr M = Symbol("M"), N = Symbol("N"), g = WORKGROUP_0, any = Symbol("any");

/// M in [0, 1000], N in [-3, 5], WORKGROUP_0 in [0, 15]; `any` is not named.
std::string bounds(const Expr &expr) {
  Interval interval = boundsOf(expr, {{"M", {0, 1000}}, {"N", {-3, 5}}, {"WORKGROUP_0", {0, 15}}});
  auto end = [](std::optional<int64_t> value) { return value ? std::to_string(*value) : "?"; };
  return end(interval.low) + " to " + end(interval.high);
}

TEST(Bounds, OfEveryOperator) {
  const std::vector<std::pair<Expr, std::string>> table = {
      {7, "7 to 7"},
      {M, "0 to 1000"},
      {M + N, "-3 to 1005"},
      {M - N, "-5 to 1003"},
      {-N, "-5 to 3"},
      {M * N, "-3000 to 5000"},
      {M * -2, "-2000 to 0"},
      {M / 7, "0 to 142"},
      {(M + 1) / 7, "1 to 143"},
      {M / (N + 10), "0 to 142"},
      {floordiv(M, 7), "0 to 142"},
      {floordiv(M, -7), "-143 to 0"},
      {floordiv(M, N), "-1000 to 1000"},
      {floordiv(N, M + 1), "-3 to 5"},
      {ceildiv(M, 7), "0 to 143"},
      {ceildiv(N, 2), "-1 to 3"},
      {M % 7, "0 to 6"},
      {M % -7, "-6 to 0"},
      {M % 2000, "0 to 1000"},
      {(g + 1600) % 1000, "600 to 615"},
      {N % 7, "0 to 6"},
      {M % N, "-2 to 4"},
      {Min(M, 64), "0 to 64"},
      {Max(N, 0), "0 to 5"},
      {Min(M, N), "-3 to 5"},
      {(M < N).value(), "0 to 1"},
      {(M < -N + 1004).value(), "0 to 1"},
      {(M < 1001).value(), "1 to 1"},
      {(M <= -1).value(), "0 to 0"},
      {(M == N - 6).value(), "0 to 0"},
      {(M != 2000).value(), "1 to 1"},
      {select(N < 6, M, any), "0 to 1000"},
      {select(N < -3, any, M), "0 to 1000"},
      {select(N < 0, 5000, M), "0 to 5000"},
  };
  for (const auto &[expr, text] : table)
    EXPECT_EQ(bounds(expr), text) << expr;
}

TEST(Bounds, OccurrencesInASumCountAsOne) {
  EXPECT_EQ(bounds(any - any), "0 to 0");
  EXPECT_EQ(bounds(M * 3 - M * 2 - N), "-5 to 1003");
  EXPECT_EQ(bounds(g * 64 + 64 - g * 64), "64 to 64");
  EXPECT_EQ(bounds(floordiv(M, 16) * 16 + M % 16), "0 to 1000");
  EXPECT_EQ(bounds(rawNode(Kind::Add, {any, rawNode(Kind::Mul, {any, -1})})), "0 to 0");
}

TEST(Bounds, EndsBeyond64BitsAreNotKnown) {
  const std::string whole = std::to_string(least) + " to " + std::to_string(most);
  EXPECT_EQ(bounds(any), whole);
  EXPECT_EQ(bounds(any + 1), std::to_string(least + 1) + " to ?");
  EXPECT_EQ(bounds(any * 2), "? to ?");
  EXPECT_EQ(bounds(-any), std::to_string(-most) + " to ?");
  EXPECT_EQ(bounds(Min(any * any * any, 8)), "? to 8");
  EXPECT_EQ(bounds(floordiv(any * 2, 4)),
            std::to_string(least / 2) + " to " + std::to_string(most / 2));
  EXPECT_EQ(bounds(any * M * M * M * M * M * M * 0), "0 to 0");
  EXPECT_EQ(bounds(Max(M * any * any * any, 0)), "0 to ?");
  EXPECT_EQ(boundsOf(M * N, {{"M", {0, {}}}, {"N", {0, {}}}}), (Interval{0, {}}));
}

/// An interval without numbers, a division by nothing but zero, an inexact quotient.
TEST(Bounds, NoValueHasNoBounds) {
  EXPECT_EQ(boundsOf(M + 1, {{"M", {5, 4}}}), Interval());
  EXPECT_EQ(bounds(M % 0), "? to ?");
  EXPECT_EQ(bounds((M * 0 + 7) / 2), "? to ?");
  EXPECT_EQ(bounds(select(N == 9, M / 0, M)), "0 to 1000");
  EXPECT_EQ(bounds(select(N == 4, floordiv(M, 0), M)), "0 to 1000");
}

/// The offset of the last element of the last tile fits 64 bits, or may not.
TEST(Bounds, OfAnOffset) {
  Expr row = g * 64 + Symbol("i"), offset = row * Symbol("stride");
  Intervals symbols = {{"WORKGROUP_0", {0, 1 << 20}}, {"i", {0, 63}}, {"stride", {0, 1 << 30}}};
  EXPECT_EQ(boundsOf(offset, symbols), (Interval{0, ((int64_t(1) << 26) + 63) << 30}));
  symbols["stride"] = {0, {}};
  EXPECT_EQ(boundsOf(offset, symbols), (Interval{0, {}}));
}

TEST(Bounds, ThatProveAValue) {
  const Intervals symbols = {{"M", {0, 1000}}, {"N", {-3, 5}}};
  const auto hasValue = [&](const Expr &expr) { return alwaysHasValue(expr, symbols); };
  EXPECT_TRUE(hasValue(M * N - 7));
  EXPECT_TRUE(hasValue(any));
  EXPECT_FALSE(hasValue(any + 1));
  EXPECT_TRUE(hasValue(M % 7 + any * 0));
  EXPECT_TRUE(hasValue(floordiv(N, M + 1)));
  EXPECT_FALSE(hasValue(floordiv(M, N)));
  EXPECT_FALSE(hasValue(M % N + N));
  // What wraps around comes to the right number, unless it is divided or compared before.
  EXPECT_FALSE(hasValue(floordiv(any * 4, Expr(1) * most)));
  EXPECT_FALSE(hasValue((any * 3 < M * 5 + 2).value()));
  // A condition keeps a divisor from 0, and what is never reached does not matter.
  EXPECT_TRUE(hasValue(select(N == 0, 1, floordiv(M, N))));
  EXPECT_TRUE(hasValue(select(N != 0, M % N, 1)));
  EXPECT_TRUE(hasValue(select(N == M - 2, 1, ceildiv(M, N - M + 2) + M % (M - N - 2))));
  EXPECT_TRUE(hasValue(select(N > 0, ceildiv(M, N), 1)));
  EXPECT_FALSE(hasValue(select(N == 0, floordiv(M, N), 1)));
  EXPECT_FALSE(hasValue(select(N == 1, 1, floordiv(M, N))));
  EXPECT_FALSE(hasValue(floordiv(M, N) + select(N == 0, 1, floordiv(M, N))));
  EXPECT_TRUE(hasValue(select(N == 9, any * 2, M)));
  EXPECT_FALSE(hasValue(select(N == 3, any * 2, M)));
  EXPECT_TRUE(hasValueIfDivisible(floordiv(M, N), symbols));
  EXPECT_FALSE(hasValueIfDivisible(floordiv(any * 4, N), symbols));
}

/// Sub-expressions are shared; each is visited once.
TEST(Bounds, OfSharedOperands) {
  Expr expr = M;
  for (int i = 0; i < 14; ++i)
    expr = Max(floordiv(expr, 2), expr % 1024);
  EXPECT_EQ(bounds(expr), "0 to 1000");
}

} // namespace
