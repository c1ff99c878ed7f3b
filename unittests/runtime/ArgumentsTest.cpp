//===- ArgumentsTest.cpp - Which arguments lie apart ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/Arguments.h"

#include <gtest/gtest.h>

#include <array>

#include "TestSupport.h"

namespace {

using namespace wave;

/// Places in one buffer, as a view sees them.
struct View {
  int64_t start, rows, columns, rowStride, columnStride;
};

/// Whether a kernel that writes `a`, or else `b`, and reads the other may be called.
bool mayRun(const View &a, const View &b, bool writesFirst) {
  static std::array<float, 256> buffer;
  std::vector<Argument> arguments;
  std::vector<Tensor> tensors;
  for (const View &view : {a, b}) {
    const bool isFirst = arguments.empty();
    arguments.push_back({isFirst ? "a" : "b",
                         f32,
                         {{"M", view.rows}, {"N", view.columns}},
                         isFirst != writesFirst,
                         isFirst == writesFirst,
                         {}});
    tensors.push_back(Tensor::view(buffer.data() + view.start, {view.rows, view.columns},
                                   {view.rowStride, view.columnStride}));
  }
  const std::string text = failureText<Error>([&] { checkArguments("k", arguments, {}, tensors); });
  EXPECT_TRUE(text == "(nothing thrown)" || text.find("[argument-overlap]") != std::string::npos)
      << text;
  return text == "(nothing thrown)";
}

struct Case {
  const char *what;
  View a, b;
  bool areApart;
};

/// Two strides of so many elements of 4 bytes lead as far as a view may reach.
constexpr int64_t far = int64_t{1} << 60;

const Case cases[] = {
    {"one behind the other", {0, 4, 4, 4, 1}, {16, 4, 4, 4, 1}, true},
    {"the same", {0, 4, 4, 4, 1}, {0, 4, 4, 4, 1}, false},
    {"columns side by side", {0, 4, 4, 8, 1}, {4, 4, 4, 8, 1}, true},
    {"one column in common", {0, 4, 5, 8, 1}, {4, 4, 4, 8, 1}, false},
    {"rows of another length", {0, 4, 4, 8, 1}, {4, 4, 2, 7, 1}, false},
    {"columns across the row's end", {6, 4, 4, 8, 1}, {8, 4, 2, 8, 1}, false},
    {"columns around the row's end, apart", {6, 4, 2, 8, 1}, {8, 4, 2, 8, 1}, true},
    {"one element without strides", {5, 1, 1, 0, 0}, {0, 4, 4, 4, 1}, false},
    {"one row beside columns", {16, 1, 4, 8, 1}, {4, 4, 4, 8, 1}, true},
    {"one row whose stride is never taken", {16, 1, 4, INT64_MAX, 1}, {4, 4, 4, 8, 1}, true},
    {"one row whose stride leads back", {16, 1, 4, -1, 1}, {4, 4, 4, 8, 1}, true},
    {"one row in the columns", {18, 1, 4, INT64_MIN, 1}, {4, 4, 4, 8, 1}, false},
    {"one row longer than the others", {8, 1, 9, 0, 1}, {4, 4, 4, 8, 1}, false},
    {"too far for columns to be compared", {0, 2, 2, far, far - 2}, {0, 2, 2, far + 1, 1}, false},
    {"without elements", {0, 0, 4, 4, 1}, {0, 0, 4, 4, 1}, true},
};

TEST(Arguments, WhatIsWrittenLiesApart) {
  for (const auto &[what, a, b, areApart] : cases)
    for (const bool writesFirst : {false, true}) {
      EXPECT_EQ(mayRun(a, b, writesFirst), areApart) << what;
      EXPECT_EQ(mayRun(b, a, writesFirst), areApart) << what;
    }
}

/// Only what is read may have two elements in one place.
TEST(Arguments, ABroadcastInputLiesApartToo) {
  const View broadcast = {2, 4, 4, 0, 0};
  EXPECT_FALSE(mayRun(broadcast, {0, 4, 4, 4, 1}, false));
  EXPECT_TRUE(mayRun(broadcast, {4, 4, 4, 4, 1}, false));
  EXPECT_FALSE(mayRun({0, 4, 4, 4, 1}, broadcast, true));
}

TEST(Arguments, OpenSizesAreTheDimensionsWithoutAValue) {
  const Expr m = Expr::symbol("M"), n = Expr::symbol("N");
  const std::vector<Argument> arguments = {
      {"a", f32, {{"M", m}, {"N", n}}, true, false, {}},
      {"b", f32, {{"N", n}, {"N / 2", n / 2}, {"4", 4}}, false, true, {}}};
  EXPECT_EQ(openSizes(arguments, {}), (std::vector<std::string>{"M", "N"}));
  EXPECT_EQ(openSizes(arguments, {{"N", 8}}), std::vector<std::string>{"M"});
}

} // namespace

TEST(Arguments, SizesWithoutAValueAreRefused) {
  constexpr Symbol N{"N"};
  const auto refusal = [&](const Expr &size) {
    Argument argument;
    argument.name = "a";
    argument.dims = {{"M", size}};
    argument.where = SourceLocation("kernel.cpp", 3, 1);
    try {
      return withSizes({argument}, {N = 5}).front().dims.front().size.str();
    } catch (const Error &error) {
      EXPECT_EQ(error.diagnostic().where.line, 3U);
      return error.diagnostic().message + " [" + error.diagnostic().id + "]";
    }
  };
  EXPECT_EQ(refusal(N * 2), "10");
  EXPECT_EQ(refusal(floordiv(N, N - 5)),
            "size M of argument 'a': floordiv(N, N - 5) divides by zero "
            "for N = 5 [division-by-zero]");
  EXPECT_EQ(refusal(N / 7),
            "size M of argument 'a': N / 7 is not exact for N = 5 [inexact-quotient]");
  EXPECT_EQ(refusal(N * (int64_t(1) << 62)),
            "size M of argument 'a': N * 4611686018427387904 = 23058430092136939520 overflows 64 "
            "bits for N = 5 [overflow]");
  EXPECT_EQ(refusal(Expr(Symbol{"K"})), "size M of argument 'a': K has no value [unbound-symbol]");
  EXPECT_EQ(refusal(N - 7), "size M of argument 'a' is -2 [negative-size]");
}
