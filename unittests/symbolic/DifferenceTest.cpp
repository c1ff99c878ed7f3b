//===- DifferenceTest.cpp - By how much one formula exceeds another -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Difference.h"
#include "Enumerate.h"

#include <random>

using namespace wave;
using namespace wave::symbolic;

namespace {

const Expr s = Expr::symbol("s"), t = Expr::symbol("t"), n = Expr::symbol("n");

struct Pair {
  Expr a, b;
  int64_t difference;
};

TEST(Difference, IsFoundOfSlotsAndPhases) {
  const std::vector<Pair> pairs = {
      // A phase that goes on from slot s % 3.
      {floordiv(t + s % 3, 3) + floordiv(s, 3), floordiv(t + s, 3), 0},
      {(floordiv(t + s % 3, 3) + floordiv(s, 3) % 2) % 2, floordiv(s + t, 3) % 2, 0},
      {(floordiv(s, 3) % 2 * 3 + s % 3 + t) % 3, (s + t) % 3, 0},
      {floordiv(floordiv(s, 3) % 2 * 3 + s % 3 + t, 3) % 2, floordiv(s + t, 3) % 2, 0},
      {1 - floordiv(t, 3) % 2, (floordiv(t, 3) + 1) % 2, 0},
      {1 - floordiv(t + 1, 4) % 2, (floordiv(t + 1, 4) + 1) % 2, 0},
      {1 - floordiv(t * 4, 6) % 2, (floordiv(t * 4, 6) + 1) % 2, 0},
      {floordiv(t + (s * n + 2) % 3, 3) + ceildiv(s * n, 3), ceildiv(s * n + t, 3), 0},
      {floordiv(2 * t, 3), t - ceildiv(t, 3), 0},
      {1 - floordiv(2 * t + 4 * s % 10, 5) % 2, (floordiv(4 * s + 2 * t, 5) + 1) % 2, 0},
      {floordiv(t, 6) + floordiv(t + 2, 6) + floordiv(t + 4, 6), floordiv(t, 2), 0},
      {floordiv(floordiv(n, 2) - floordiv(n, 4) + t, 3), floordiv(floordiv(n + 2, 4) + t, 3), 0},
      {1 - floordiv(t + 7 * (s * n + ceildiv(s, 2) + ceildiv(n, 5) * t + s * s + t * t), 30) % 2,
       (floordiv(t + 7 * (s * n + ceildiv(s, 2) + ceildiv(n, 5) * t + s * s + t * t), 30) + 1) % 2,
       0},
      // A ring that goes on behind a loop whose count is rounded up.
      {floordiv(ceildiv(n, 16) + 2, 3), ceildiv(n, 48), 0},
      {floordiv(t + (ceildiv(n, 16) + 2) % 3, 3) + ceildiv(n, 48), ceildiv(t + ceildiv(n, 16), 3),
       0},
      {(floordiv(t + (ceildiv(n, 16) + 2) % 3, 3) + ceildiv(n, 48)) % 2,
       ceildiv(t + ceildiv(n, 16), 3) % 2, 0},
      {floordiv(t + (ceildiv(n, 16) + 5) % 6, 6) + ceildiv(n, 96), ceildiv(t + ceildiv(n, 16), 6),
       0},
      {floordiv(t - ceildiv(n, 16), 3), floordiv(16 * t - n, 48), 0},
      {floordiv(ceildiv(n, 4) + t + 4, 8),
       floordiv(ceildiv(n, 4) + t, 4) - floordiv(ceildiv(n, 4) + t, 8), 0},
      {floordiv(t, 5) + floordiv(t + 1, 5) + floordiv(t + 2, 5) + floordiv(t + 3, 5) +
           floordiv(t + 4, 5),
       t, 0},
      // Loops in loops.
      {(t + 1) * n + 4, t * n + n, 4},
      {(t * 4 + s) * n, s * n + 4 * (n * t), 0},
      {floordiv(6 * t + 9, 3), 2 * t, 3},
      {ceildiv(t - s, 4), -floordiv(s - t, 4), 0},
      {floordiv(floordiv(t, 4) + s, 2), floordiv(t + 4 * s, 8), 0},
      {floordiv(4 * t + 2, 8), floordiv(t, 2), 0},
      // Choices.
      {select(s < t, n + 1, n), n + select(s < t, Expr(1), Expr(0)), 0},
      {select(s < t, n, n + 2), n + 2 - 2 * select(s < t, Expr(1), Expr(0)), 0},
      {select(s < t, select(s < t, n, t), s), select(s < t, n, s), 0},
      {select(s <= t, n, t), select(t < s, t, n), 0},
      {select(s != t, n, t), select(t == s, t, n), 0},
      {min(min(s, t), n), min(n, min(t, s)), 0},
  };
  for (const Pair &pair : pairs)
    EXPECT_EQ(constantDifference(pair.a, pair.b), pair.difference) << pair.a << " and " << pair.b;
}

TEST(Difference, IsNotFoundWhereThereIsNoConstantOne) {
  const std::vector<Pair> pairs = {{t % 3, t % 4, 0},
                                   {floordiv(t, 3), floordiv(t + 1, 3), 0},
                                   {floordiv(t + s % 3, 3) + floordiv(s, 4), floordiv(t + s, 3), 0},
                                   {t * n, t * s, 0},
                                   {select(s < t, n, t), select(s <= t, n, t), 0},
                                   {t, Expr(0), 0}};
  for (const Pair &pair : pairs)
    EXPECT_EQ(constantDifference(pair.a, pair.b), std::nullopt) << pair.a << " and " << pair.b;
}

TEST(Difference, OfFormulasThatGrowWithoutBoundIsNotFound) {
  Expr product = Expr::constant(1);
  for (int64_t factor = 0; factor < 40; ++factor)
    product = product * (Expr::symbol("x" + std::to_string(factor)) + factor);
  EXPECT_EQ(constantDifference(product, product * 1 + t), std::nullopt);
  const Expr large = Expr::constant(int64_t{1} << 62);
  EXPECT_EQ(constantDifference(t * large * large * large, t), std::nullopt);
}

Expr randomExpr(std::mt19937 &random, int depth) {
  const auto draw = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  if (depth == 0)
    return draw(2) ? Expr::constant(draw(6) - 1) : draw(2) ? s : t;
  const Expr a = randomExpr(random, depth - 1), b = randomExpr(random, depth - 1);
  switch (draw(9)) {
  case 0:
    return a - b;
  case 1:
    return a * b;
  case 2:
    return floordiv(a, draw(4) + 1);
  case 3:
    return ceildiv(a, draw(4) + 1);
  case 4:
    return a % (draw(4) + 1);
  case 5:
    return select(a < b, b, a + 1);
  case 6:
    return select(a == b, a, b);
  case 7:
    return max(a, b);
  default:
    return a + b;
  }
}

/// Pairs of few small trees, so that many are equal.
TEST(Difference, IsTheDifferenceOfAllValues) {
  std::mt19937 random(7);
  const std::vector<int64_t> range = integersBetween(-7, 7);
  int64_t found = 0;
  for (int round = 0; round < 30'000; ++round) {
    const Expr a = randomExpr(random, 2), b = randomExpr(random, 2);
    const std::optional<int64_t> difference = constantDifference(a, b);
    if (!difference)
      continue;
    ++found;
    Assignment assignment({"s", "t"});
    assignment.forAll(range, [&] {
      const Evaluation x = evaluate(a, assignment.lookup()), y = evaluate(b, assignment.lookup());
      if (x && y)
        ASSERT_EQ(x.value() - y.value(), *difference)
            << a << " and " << b << " for " << assignment.str();
    });
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(found, 500);
}

} // namespace
