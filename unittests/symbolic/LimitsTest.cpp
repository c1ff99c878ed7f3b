//===- LimitsTest.cpp - Expressions that grow without end -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "symbolic/Evaluate.h"
#include "symbolic/Parse.h"
#include "symbolic/Substitute.h"
#include "wave/diagnostic.h"

namespace {

using namespace wave;

struct Growth {
  const char *what;
  std::function<Expr(const Expr &, int)> step;
};

/// Each would have 50,000 levels, or 2^50,000 terms.
const Growth growths[] = {
    {"a sum", [](const Expr &e, int i) { return e + Expr::symbol("x" + std::to_string(i)); }},
    {"a product", [](const Expr &e, int i) { return e * Expr::symbol("x" + std::to_string(i)); }},
    {"quotients", [](const Expr &e, int) { return floordiv(e, Expr::symbol("n")) + 1; }},
    {"exact quotients", [](const Expr &e, int) { return e / Expr::symbol("n") + 1; }},
    {"rounding",
     [](const Expr &e, int i) {
       return floor(e / Expr::symbol("n") +
                    Expr::symbol("m") / Expr::symbol("d" + std::to_string(i)));
     }},
    {"extrema", [](const Expr &e, int i) { return Min(e, Expr::symbol("x" + std::to_string(i))); }},
    {"choices", [](const Expr &e, int) { return select(e < Expr::symbol("n"), 1, e); }},
    {"squares", [](const Expr &e, int) { return e * e + 1; }},
    {"remainders", [](const Expr &e, int) { return e % (floordiv(e, Expr::symbol("n")) + 2); }},
};

TEST(Limits, GrowthEndsWithAnError) {
  for (const auto &[what, step] : growths) {
    Expr expr = Expr::symbol("m");
    std::string message;
    try {
      for (int i = 0; i < 50'000; ++i)
        expr = step(expr, i);
    } catch (const Error &error) {
      EXPECT_EQ(error.diagnostic().id, "expression-size") << what;
      EXPECT_NE(error.diagnostic().help, "") << what;
      message = error.diagnostic().message;
    }
    EXPECT_TRUE(message == "the expression is nested deeper than 2000" ||
                message == "the expression has more than 100000 terms, each counted as often as it "
                           "would be written")
        << what << ": " << message;
    // What was reached just before can be used in every way.
    EXPECT_FALSE(expr.str().empty()) << what;
    EXPECT_FALSE(symbolic::evaluate(expr).ok()) << what;
    EXPECT_TRUE(expr.same_as(expr)) << what;
    EXPECT_FALSE(symbolic::symbolsOf(expr).empty()) << what;
  }
}

/// A part that occurs more than once is written once, and so is one that is nested deeply.
TEST(Limits, SharedPartsHaveNames) {
  Expr hash = Expr::symbol("t0");
  for (int step = 0; step < 10; ++step)
    hash = (hash + floordiv(hash, Expr::symbol("n"))) % 1000;
  EXPECT_LT(hash.str().size(), 500u) << hash.str();
  EXPECT_TRUE(
      hash.str().starts_with("t1 = t0 + floordiv(t0, n); t2 = t1 + floordiv(t1 % 1000, n); "))
      << hash;
  Expr nested = Expr::symbol("m");
  for (int step = 0; step < 400; ++step)
    nested = floordiv(nested + step, Expr::symbol("n"));
  for (const Expr &expr : {hash, nested, nested + hash, select(hash < nested, hash, nested)}) {
    EXPECT_TRUE(symbolic::isReadable(expr));
    const symbolic::ParseResult read = symbolic::parse(expr.str());
    ASSERT_TRUE(read.ok()) << read.failure().message << ": " << expr;
    EXPECT_TRUE(read.expr().same_as(expr)) << expr;
    const Bindings values{Symbol("t0") = 77, Symbol("m") = 1 << 30, Symbol("n") = 3};
    EXPECT_EQ(symbolic::evaluate(read.expr(), values).value(),
              symbolic::evaluate(expr, values).value());
  }
}

TEST(Limits, DefinitionsAreRead) {
  const auto textOf = [](const char *text) {
    const symbolic::ParseResult read = symbolic::parse(text);
    return read.ok() ? read.expr().str() : read.failure().message;
  };
  EXPECT_EQ(textOf("a = b + 1; floordiv(a, a + c)"), "floordiv(b + 1, b + c + 1)");
  EXPECT_EQ(textOf("a = 2; a = a * 3; a"), "6");
  EXPECT_EQ(textOf("a = b + 1"), "expected ';' after the definition of a");
  EXPECT_EQ(textOf("a = b + 1;"), "expected an expression, but the text ends");
  EXPECT_EQ(textOf("a = ; 1"), "expected an expression");
  EXPECT_EQ(textOf("a == b"), "a == b");
  EXPECT_EQ(textOf("$K.1 + $K"), "$K + $K.1");
}

TEST(Limits, ReadingEndsWithAnAnswer) {
  // Few characters; brought over one denominator, many terms.
  std::string text = "m";
  for (int i = 0; i < 60; ++i)
    text = "floor(" + text + " / a + (" + text.substr(0, 40) + ") / b)";
  symbolic::ParseResult result = symbolic::parse(text);
  EXPECT_FALSE(result.ok());
  std::string quotients = "m";
  for (int i = 0; i < 480; ++i)
    quotients += " + x / d" + std::to_string(i);
  result = symbolic::parse("floor(" + quotients + ")");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.failure().message, "the expression has more than 100000 terms, each counted as "
                                      "often as it would be written");
}

/// What -D gives reaches the compiler as text, so what can be read must be readable again.
TEST(Limits, WhatIsReadCanBeWritten) {
  std::string divisions = "m", products = "m";
  for (int i = 0; i < 300; ++i) {
    divisions += " // d" + std::to_string(i);
    products += " + x / d" + std::to_string(i);
  }
  const symbolic::ParseResult deep = symbolic::parse(divisions);
  ASSERT_TRUE(deep.ok()) << deep.failure().message;
  EXPECT_TRUE(symbolic::isReadable(deep.expr()));
  const symbolic::ParseResult large = symbolic::parse("floor(" + products + ")");
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.failure().message, "simplified, the expression is too large to be written again");
}

} // namespace
