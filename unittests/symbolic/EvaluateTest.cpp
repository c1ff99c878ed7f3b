//===- EvaluateTest.cpp - Values, and the text of every failure -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"

#include <gtest/gtest.h>

#include <limits>
#include <sstream>

#include "wave/diagnostic.h"

using namespace wave;
using namespace wave::symbolic;

namespace {

constexpr Symbol M("M"), N("N"), K("K"), BLOCK_M("BLOCK_M");
constexpr int64_t most = std::numeric_limits<int64_t>::max();
constexpr int64_t least = std::numeric_limits<int64_t>::min();

std::string outcome(const Expr &expr, const Bindings &bindings = {}) {
  Evaluation value = evaluate(expr, bindings);
  return value ? std::to_string(value.value()) : describe(value.failure());
}

TEST(Evaluate, SignsOfDivision) {
  struct Row {
    int a, b;
    const char *exact, *down, *up, *rest;
  };
  const std::vector<Row> table = {
      {7, 2, "M / N is not exact for M = 7 and N = 2", "3", "4", "1"},
      {-7, 2, "M / N is not exact for M = -7 and N = 2", "-4", "-3", "1"},
      {7, -2, "M / N is not exact for M = 7 and N = -2", "-4", "-3", "-1"},
      {-7, -2, "M / N is not exact for M = -7 and N = -2", "3", "4", "-1"},
      {6, 3, "2", "2", "2", "0"},
      {-6, 3, "-2", "-2", "-2", "0"},
      {6, -3, "-2", "-2", "-2", "0"},
      {-6, -3, "2", "2", "2", "0"},
      {0, -5, "0", "0", "0", "0"},
      {1, 5, "M / N is not exact for M = 1 and N = 5", "0", "1", "1"},
      {-1, 5, "M / N is not exact for M = -1 and N = 5", "-1", "0", "4"},
      {1, -5, "M / N is not exact for M = 1 and N = -5", "-1", "0", "-4"},
  };
  for (const Row &row : table) {
    Bindings bindings = {M = row.a, N = row.b};
    EXPECT_EQ(outcome(Expr(M) / N, bindings), row.exact);
    EXPECT_EQ(outcome(floordiv(M, N), bindings), row.down);
    EXPECT_EQ(outcome(ceildiv(M, N), bindings), row.up);
    EXPECT_EQ(outcome(floor(Expr(M) / N), bindings), row.down);
    EXPECT_EQ(outcome(ceiling(Expr(M) / N), bindings), row.up);
    EXPECT_EQ(outcome(Expr(M) % N, bindings), row.rest);
  }
}

TEST(Evaluate, OtherOperators) {
  for (int a = -2; a <= 2; ++a)
    for (int b = -2; b <= 2; ++b) {
      Bindings bindings = {M = a, N = b};
      auto value = [&](const Expr &expr) { return evaluate(expr, bindings).value(); };
      EXPECT_EQ(value(Expr(M) + N), a + b);
      EXPECT_EQ(value(Expr(M) - N), a - b);
      EXPECT_EQ(value(-Expr(M)), -a);
      EXPECT_EQ(value(Expr(M) * N), a * b);
      EXPECT_EQ(value(Min(M, N)), std::min(a, b));
      EXPECT_EQ(value(max(M, N)), std::max(a, b));
      EXPECT_EQ(value((M < N).value()), a < b);
      EXPECT_EQ(value((M <= N).value()), a <= b);
      EXPECT_EQ(value((M > N).value()), a > b);
      EXPECT_EQ(value((M >= N).value()), a >= b);
      EXPECT_EQ(value((M == N).value()), a == b);
      EXPECT_EQ(value((M != N).value()), a != b);
      EXPECT_EQ(value(select(M < N, 10, 20)), a < b ? 10 : 20);
    }
}

TEST(Evaluate, Failures) {
  EXPECT_EQ(outcome(Expr(BLOCK_M) / 2, {BLOCK_M = 65}),
            "BLOCK_M / 2 is not exact for BLOCK_M = 65");
  EXPECT_EQ(outcome(Expr(7) / 2), "7 / 2 is not exact");
  EXPECT_EQ(outcome(Expr(M) / (Expr(N) + K), {M = 5, N = 1, K = 2}),
            "M / (K + N) is not exact for M = 5, K = 2 and N = 1");
  EXPECT_EQ(outcome(Expr(M) * N, {M = 2}), "N has no value");
  EXPECT_EQ(outcome(ceildiv(M, N), {M = 2, N = 0}),
            "ceildiv(M, N) divides by zero for M = 2 and N = 0");
  EXPECT_EQ(outcome(Expr(M) % 0, {M = 2}), "M % 0 divides by zero for M = 2");
  EXPECT_EQ(outcome(Expr(M) * N, {M = most, N = 2}),
            "M * N = 18446744073709551614 overflows 64 bits for M = 9223372036854775807 and N = 2");
  EXPECT_EQ(outcome(Expr(M) + 1, {M = N, N = K, K = Expr(M) + 1}), "M is bound in terms of itself");
  EXPECT_EQ(outcome(M, {M = M}), "M is bound in terms of itself");
}

TEST(Evaluate, FailureIsStructured) {
  Evaluation value = evaluate(Expr(BLOCK_M) / 2 + 1, {BLOCK_M = Expr(N) + 1, N = 64});
  ASSERT_FALSE(value);
  const EvaluationFailure &failure = value.failure();
  EXPECT_EQ(failure.kind, EvaluationFailure::Kind::Inexact);
  EXPECT_TRUE(failure.expression->same_as(Expr(BLOCK_M) / 2));
  EXPECT_EQ(failure.numerator, 65);
  EXPECT_EQ(failure.denominator, 2);
  ASSERT_EQ(failure.values.size(), 1u);
  EXPECT_EQ(failure.values[0].first, "BLOCK_M");
  EXPECT_EQ(failure.values[0].second, 65);
  Evaluation unbound = evaluate(M);
  EXPECT_EQ(unbound.failure().kind, EvaluationFailure::Kind::UnboundSymbol);
  EXPECT_EQ(unbound.failure().symbol, "M");
}

TEST(Evaluate, Overflow) {
  EXPECT_EQ(outcome(Expr(most) + 1),
            "9223372036854775807 + 1 = 9223372036854775808 overflows 64 bits");
  EXPECT_EQ(outcome(-Expr(least)),
            "-(-9223372036854775808) = 9223372036854775808 overflows 64 bits");
  EXPECT_EQ(
      outcome(Expr(M) / N, {M = least, N = -1}),
      "M / N = 9223372036854775808 overflows 64 bits for M = -9223372036854775808 and N = -1");
  EXPECT_EQ(outcome(floordiv(M, N), {M = least, N = -1}),
            "floordiv(M, N) = 9223372036854775808 overflows 64 bits for M = -9223372036854775808 "
            "and N = -1");
  EXPECT_EQ(outcome(Expr(M) % N, {M = least, N = -1}), "0");
  EXPECT_EQ(outcome(Expr(M) * N * K * M, {M = most, N = most, K = most}),
            "K * M * M * N overflows 64 bits for K = 9223372036854775807, "
            "M = 9223372036854775807 and N = 9223372036854775807");
  EXPECT_EQ(outcome(Expr(M) * N * K * M, {M = most, N = 0, K = most}), "0");
  // A value between may leave 64 bits, a symbol's value may not.
  EXPECT_EQ(outcome(Expr(M) * 2 - N, {M = most, N = most}), "9223372036854775807");
  EXPECT_EQ(outcome(Expr(M) - N, {M = Expr(K) * 2, N = most, K = most}),
            "K * 2 = 18446744073709551614 overflows 64 bits for K = 9223372036854775807");
}

TEST(Evaluate, SelectLeavesTheOtherArmAlone) {
  Expr expr = select(N == 0, 0, floordiv(M, N));
  EXPECT_EQ(outcome(expr, {M = 3, N = 0}), "0");
  EXPECT_EQ(outcome(expr, {M = 7, N = 2}), "3");
  EXPECT_EQ(outcome(expr, {N = 0}), "0");
}

TEST(Evaluate, LookupFunction) {
  Expr seven = 7;
  Evaluation value = evaluate(Expr(M) * N, [&](std::string_view) { return &seven; });
  EXPECT_EQ(value.value(), 49);
}

TEST(Substitute, AllAtOnceAndSimplified) {
  EXPECT_EQ(substitute(Expr(M) - N, {M = N, N = M}).str(), "N - M");
  EXPECT_EQ(substitute(ceildiv(M, BLOCK_M), {M = 100, BLOCK_M = 64}).str(), "2");
  EXPECT_EQ(substitute(Expr(M) % N, {M = Expr(N) * K}).str(), "K * N % N");
  EXPECT_EQ(substitute(select(M < N, 1, K), {M = 1, N = 0}).str(), "K");
}

TEST(Substitute, SymbolsInOrder) {
  EXPECT_EQ(symbolsOf(select(N < M, K, N)), (std::vector<std::string>{"N", "M", "K"}));
  EXPECT_TRUE(symbolsOf(3).empty());
}

TEST(Expression, ListsBindASymbolOnce) {
  try {
    const Bindings bindings = {M = 1, N = 2, M = N + 1};
    ADD_FAILURE() << "one of the two was taken";
  } catch (const wave::Error &error) {
    EXPECT_EQ(error.diagnostic().id, "bound-twice");
    EXPECT_STREQ(error.what(), "error: symbol 'M' is bound twice, to 1 and to N + 1 [bound-twice]\n"
                               "help: leave one of the two out");
  }
}

TEST(Expression, IdentityAndBindings) {
  EXPECT_TRUE(Expr(M).same_as(Symbol("M")));
  EXPECT_TRUE((Expr(M) + N).same_as(Expr(N) + M));
  EXPECT_FALSE((Expr(M) + N).same_as(Expr(M) * N));
  std::ostringstream out;
  out << Expr(M) + 1;
  EXPECT_EQ(out.str(), "M + 1");

  Bindings bindings = {M = 1, N = 2};
  bindings.set("M", 3);
  ASSERT_NE(bindings.find("M"), nullptr);
  EXPECT_EQ(bindings.find("M")->str(), "3");
  EXPECT_EQ(bindings.begin()->symbol, "M");
  EXPECT_EQ(bindings.end() - bindings.begin(), 2);
  EXPECT_EQ(bindings.find("K"), nullptr);
}

} // namespace
