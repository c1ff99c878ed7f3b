//===- ParseTest.cpp - Reading expressions, and refusing what is none -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "symbolic/Parse.h"

#include <gtest/gtest.h>

#include <random>

using namespace wave;
using namespace wave::symbolic;

namespace {

std::string read(std::string_view text) {
  ParseResult result = parse(text);
  return result ? result.expr().str()
                : std::to_string(result.failure().offset) + ": " + result.failure().message;
}

TEST(Parse, Expressions) {
  const std::vector<std::pair<const char *, const char *>> table = {
      {"M", "M"},
      {" M*N\n", "M * N"},
      {"$0 + _a1", "$0 + _a1"},
      {"a - b - c", "a - b - c"},
      {"a - (b - c)", "a + c - b"},
      {"a / b / c", "a / b / c"},
      {"a / (b * c)", "a / (b * c)"},
      {"a % b * c", "c * (a % b)"},
      {"a // b", "floordiv(a, b)"},
      {"floor(a / b)", "floordiv(a, b)"},
      {"ceiling(a / 4)", "ceildiv(a, 4)"},
      {"min(a, max(b, 3))", "Min(a, Max(b, 3))"},
      {"a > b", "b < a"},
      {"a >= b", "b <= a"},
      {"(a < b) + 1", "(a < b) + 1"},
      {"select(a == b, a, -b)", "select(a == b, a, -b)"},
      {"--a", "a"},
      {"-a % 4", "-a % 4"},
      {"-(a % 4)", "-(a % 4)"},
      {"2 * -3", "-6"},
      {"a < b == c", "c == (a < b)"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"a - 9223372036854775807", "a - 9223372036854775807"},
      {"floor + select", "floor + select"},
      {"-(a - -9223372036854775808 * --c - c)", "-a - c * 9223372036854775807"},
      {"-(a - b != 36 * -4854723372808 * -477580)", "-(a != -174770041421088 * -477580 + b)"},
  };
  for (const auto &[text, printed] : table) {
    EXPECT_EQ(read(text), printed) << text;
    EXPECT_EQ(read(read(text)), printed) << text;
  }
}

TEST(Parse, Failures) {
  const std::vector<std::pair<const char *, const char *>> table = {
      {"", "0: expected an expression, but the text ends"},
      {"a +", "3: expected an expression, but the text ends"},
      {"a + * b", "4: expected an expression"},
      {"a b", "2: expected an operator or the end"},
      {"a & b", "2: expected an operator or the end"},
      {"(a", "2: expected ')'"},
      {"a)", "1: expected an operator or the end"},
      {"3x", "1: expected an operator or the end"},
      {"a = b", "5: expected ';' after the definition of a"},
      {"Min(a b)", "6: expected ',' or ')'"},
      {"Min(a,)", "6: expected an expression"},
      {"Min(a)", "0: Min takes 2 arguments, not 1"},
      {"1 + floor(a, b)", "4: floor takes 1 argument, not 2"},
      {"a * sqrt(b)", "4: 'sqrt' is not a function"},
      {"9223372036854775808", "0: the integer does not fit 64 bits"},
      {"a + 99999999999999999999999", "4: the integer does not fit 64 bits"},
      {"-9223372036854775809", "1: the integer does not fit 64 bits"},
      {"a + \xc3\xa4", "4: expected an expression"},
  };
  for (const auto &[text, message] : table)
    EXPECT_EQ(read(text), message) << text;
  EXPECT_EQ(read(std::string_view("a\0b", 3)), "1: expected an operator or the end");
}

TEST(Parse, NestingIsLimited) {
  auto nested = [](size_t depth) {
    return std::string(depth, '(') + "a" + std::string(depth, ')');
  };
  EXPECT_EQ(read(nested(199)), "a");
  EXPECT_EQ(read(nested(200)), "200: the expression is nested deeper than 200");
  EXPECT_EQ(read(nested(100000)), "200: the expression is nested deeper than 200");
  EXPECT_EQ(read(std::string(100000, '-')), "200: the expression is nested deeper than 200");
  std::string calls;
  for (int i = 0; i < 100000; ++i)
    calls += "floor(";
  EXPECT_EQ(read(calls), "1200: the expression is nested deeper than 200");
}

TEST(Parse, LengthIsLimited) {
  std::string sum = "a0", chain = "a";
  for (int i = 1; i <= 1000; ++i) {
    sum += " + a" + std::to_string(i);
    chain += " % b";
  }
  EXPECT_TRUE(parse(sum));
  EXPECT_TRUE(parse(chain));
  EXPECT_EQ(read(sum + " + a"),
            std::to_string(sum.size() + 1) + ": the expression has more than 1000 operators");
}

/// Any answer will do, as long as there is one, and an expression reads back.
TEST(Parse, Garbage) {
  constexpr unsigned seed = 99;
  std::mt19937 engine(seed);
  const std::vector<std::string> words = {"a",  "b", "(", ")",  "+",  "-",      "*",    "/",
                                          "//", "%", "<", "<=", "==", "!=",     ">",    "Min(",
                                          ",",  "7", "0", " ",  "$",  "floor(", "\x80", "select("};
  size_t expressions = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t length = 1 + engine() % 9; length > 0; --length)
      text += words[engine() % words.size()];
    ParseResult result = parse(text);
    if (!result) {
      ASSERT_LE(result.failure().offset, text.size());
      continue;
    }
    ++expressions;
    ParseResult again = parse(result.expr().str());
    ASSERT_TRUE(again) << text;
    ASSERT_TRUE(again.expr().same_as(result.expr())) << text;
  }
  EXPECT_GT(expressions, 100u);
}

} // namespace
