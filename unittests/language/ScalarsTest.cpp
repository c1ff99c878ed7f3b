//===- ScalarsTest.cpp - Numbers that a kernel computes with --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <functional>

#include <gtest/gtest.h>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Scalar S("S", i32), LONG("LONG", i64);
constexpr Symbol T{"T"}, STEPS{"STEPS"}, COUNT{"COUNT"};

/// What the kernel makes of S, an i32 of this value.
int64_t valueOf(const std::function<Register()> &body, int64_t s) {
  Memory y("y", {M}, i64);
  const Kernel kernel("value", {y, S}, {}, [&] { write(Register({M}, i64, 0) + body(), y); });
  Tensor out = Tensor::zeros({3}, i64);
  compile(kernel, {M = 3})(out, s);
  return static_cast<int64_t>(out.at({2}));
}

Register s() { return scalar(S, i64); }

TEST(Scalars, IntegersAndExpressionsStandFirst) {
  EXPECT_EQ(valueOf([] { return floordiv(100, s()); }, -7), -15);
  EXPECT_EQ(valueOf([] { return 100 % s(); }, -7), -5);
  EXPECT_EQ(valueOf([] { return 100 + s(); }, -7), 93);
  EXPECT_EQ(valueOf([] { return 100 - s(); }, -7), 107);
  EXPECT_EQ(valueOf([] { return 100 * s(); }, -7), -700);
  EXPECT_EQ(valueOf([] { return minimum(100, s()); }, -7), -7);
  EXPECT_EQ(valueOf([] { return maximum(100, s()); }, -7), 100);
  EXPECT_EQ(valueOf([] { return select(100 < s(), 1, s()); }, -7), -7);
  EXPECT_EQ(valueOf([] { return select(100 >= s(), s(), 1); }, -7), -7);
  EXPECT_EQ(valueOf([] { return floordiv(M * 10, s()); }, -7), -5);
  EXPECT_EQ(valueOf([] { return M * 10 % s(); }, -7), -5);
  EXPECT_EQ(valueOf([] { return minimum(M, s()); }, -7), -7);
  EXPECT_EQ(valueOf([] { return maximum(M, s()); }, -7), 3);
  EXPECT_EQ(valueOf([] { return select(M == s(), M, s()); }, 3), 3);
}

TEST(Scalars, ApplyExprOfOne) {
  const auto twice = [](const Expr &x) { return x * 2 + floordiv(x, 3); };
  EXPECT_EQ(valueOf([&] { return apply_expr({s()}, twice); }, 7), 16);
  EXPECT_EQ(valueOf([&] { return apply_expr(s(), twice); }, 7), 16);
}

TEST(Scalars, AreMadeOfOneAnotherManyTimes) {
  const auto hash = [](auto h) {
    for (int step = 0; step < 12; ++step)
      h = (h + floordiv(h, 3)) % 1000;
    return h;
  };
  int64_t expected = 77;
  for (int step = 0; step < 12; ++step)
    expected = (expected + expected / 3) % 1000;
  EXPECT_EQ(valueOf([&] { return hash(s()); }, 77), expected);
}

TEST(Scalars, OfTooManyOperatorsAreAnErrorAtTheirLine) {
  const auto nested = [](Expr h) {
    for (int step = 1; step < 600; ++step)
      h = floordiv(h + M * step, N);
    return h;
  };
  auto attempt = [&] { valueOf([&] { return apply_expr(s(), nested); }, 77); };
  expectError("expression-size", attempt,
              R"(FILE:+6:45: error: the expression has more than 1000 operators [expression-size]
+6 |   auto attempt = [&] { valueOf([&] { return apply_expr(s(), nested); }, 77); };
      |                                             ^
help: pass a part of it to the kernel, as a Scalar or in a memory)");
}

/// Each step uses the one before twice.
TEST(Scalars, OfTooManyTermsAreAnErrorAtTheirLine) {
  auto attempt = [] {
    valueOf(
        [] {
          Register h = s();
          for (int step = 0; step < 40; ++step)
            h = (h + floordiv(h, 3)) % 1000;
          return h;
        },
        77);
  };
  expectError(
      "expression-size", attempt,
      R"(FILE:+6:22: error: the expression has more than 100000 terms, each counted as often as it would be written [expression-size]
+6 |             h = (h + floordiv(h, 3)) % 1000;
      |                      ^
help: pass a part of it to the kernel, as a Scalar or in a memory)");
}

TEST(Scalars, OfSixtyFourBitsEndALoop) {
  Memory x("x", {M, K}, f32), y("y", {M}, f32);
  const Kernel kernel("bound", {x, y, LONG}, {TilingConstraint{K, 1}}, [&] {
    Register zero({M}, f32, 0.0);
    write(iterate({.axis = K, .end = LONG}, {zero},
                  [&](Register acc) { return sum(read(x), acc, K); }),
          y);
  });
  Tensor in = Tensor::full({4, 7}, f32, 1), out = Tensor::zeros({4}, f32);
  compile(kernel, {M = 4, K = 7})(in, out, int64_t(1) << 40);
  EXPECT_EQ(out.at({3}), 7);
  compile(kernel, {M = 4, K = 7})(in, out, 5);
  EXPECT_EQ(out.at({3}), 5);
}

TEST(Scalars, ThatAreReadEndALoop) {
  Memory x("x", {M, K}, f32), counts("counts", {J}, i32), y("y", {M}, f32);
  const Kernel kernel("bound", {x, counts, y}, {TilingConstraint{K, 32}}, [&] {
    set_symbol(COUNT, read(counts, {.mapping = IndexMapping{.inputs = {J = 0}}}));
    Register zero({M}, f32, 0.0);
    write(iterate({.axis = K, .end = COUNT * 32}, {zero},
                  [&](Register acc) { return sum(read(x), acc, K); }),
          y);
  });
  Tensor in = Tensor::full({4, 128}, f32, 1), out = Tensor::zeros({4}, f32);
  compile(kernel, {M = 4, K = 128, J = 1})(in, Tensor::full({1}, i32, 3), out);
  EXPECT_EQ(out.at({3}), 96);
}

TEST(Scalars, WithoutAValueAreAnErrorWhereTheBoundIs) {
  Memory x("x", {M, K}, f32), y("y", {M}, f32);
  const Kernel kernel("bound", {x, y}, {TilingConstraint{K, 16}}, [&] {
    Register zero({M}, f32, 0.0);
    Register all = iterate({.axis = K, .end = Expr(STEPS) * 16}, {zero},
                           [&](Register acc) { return sum(read(x), acc, K); });
    write(all, y);
  });
  expectError(
      "unbound-symbol", [&] { compile(kernel, {M = 4, K = 16}); },
      R"(FILE:+4:47: error: symbol 'STEPS' has no value [unbound-symbol]
+4 |     Register all = iterate({.axis = K, .end = Expr(STEPS) * 16}, {zero},
      |                                               ^
FILE:+4:47: note: an index is STEPS * 16
help: bind it: .subs = {STEPS = ...}, or -D STEPS=... on the command line; or set it in the kernel, before this use: set_symbol(STEPS, ...))");
}

/// The loop has no trip from workgroup 3 on, where the condition does not hold.
TEST(Scalars, AreAssumedWhereTheAssumptionIsReached) {
  constexpr Symbol P{"P"}, PAGE{"PAGE"};
  Memory a("a", {M, N}, f32), c("c", {M, N}, f32), pages("pages", {P}, i32);
  const Kernel kernel(
      "some", {a, pages, c}, {WorkgroupConstraint{M, 16, 0}, TilingConstraint{T}}, [&] {
        Register zero({M, N}, f32, 0.0);
        write(iterate({.axis = T, .start = WORKGROUP_0, .condition = T < 3}, {zero},
                      [&](Register acc) {
                        set_symbol(
                            PAGE,
                            read(pages, {.mapping = IndexMapping{.inputs = {P = WORKGROUP_0}}}));
                        assume(PAGE < 3);
                        set_symbol(T, self_index(T, i32) + 8);
                        return acc + read(a);
                      }),
              c);
      });
  const CompiledKernel compiled = compile(kernel, {M = 128, N = 4, P = 8});
  Tensor in = Tensor::full({128, 4}, f32, 1), out = Tensor::zeros({128, 4}, f32);
  Tensor table = Tensor::zeros({8}, i32);
  for (int64_t i = 0; i < 8; ++i)
    table.set({i}, static_cast<double>(i));
  compiled(in, table, out);
  EXPECT_EQ(out.at({47, 0}), 1);
  EXPECT_EQ(out.at({48, 0}), 0);
  table.set({2}, 3);
  EXPECT_THROW(compiled(in, table, out), Error);
}

} // namespace
