//===- ComputingTest.cpp - Arithmetic, casts and products -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kernel is worked out by hand here; differential/ compares many more.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "Symbols.h"

using namespace wave;
using namespace wave::test;

namespace {

/// What `f` makes of [6, -8] in every element type given.
std::vector<double> elementwise(DType dtype, const std::function<Register(Register)> &f) {
  Memory a("a", {M}, dtype), c("c", {M}, f64);
  Kernel kernel("elementwise", {a, c}, {}, [&] { write(f(read(a)), c); });
  Tensor in = Tensor::zeros({2}, dtype), out = Tensor::zeros({2}, f64);
  in.set({0}, 6);
  in.set({1}, -8);
  compile(kernel, {M = 2})(in, out);
  return {out.at({0}), out.at({1})};
}
using Values = std::vector<double>;

TEST(Arithmetic, NumbersOnBothSides) {
  for (DType dtype : {f16, bf16, f32, f64, i8, i32, i64}) {
    EXPECT_EQ(elementwise(dtype, [](Register x) { return x + 1; }), (Values{7, -7}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return 1 + x; }), (Values{7, -7}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return x - 1; }), (Values{5, -9}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return 1 - x; }), (Values{-5, 9}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return x * 2; }), (Values{12, -16}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return 2 * x; }), (Values{12, -16}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return x - x * x; }), (Values{-30, -72}));
  }
  for (DType dtype : {f16, bf16, f32, f64}) {
    EXPECT_EQ(elementwise(dtype, [](Register x) { return x / 2; }), (Values{3, -4}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return 24 / x; }), (Values{4, -3}));
    EXPECT_EQ(elementwise(dtype, [](Register x) { return 0.5f * x + 0.25; }),
              (Values{3.25, -3.75}));
  }
}

TEST(Arithmetic, IntegersWrap) {
  EXPECT_EQ(elementwise(i8, [](Register x) { return x * 100; }), (Values{88, -32}));
}

TEST(Arithmetic, ARegisterCombinesWithItself) {
  EXPECT_EQ(elementwise(f32, [](Register x) { return x + x; }), (Values{12, -16}));
}

TEST(Arithmetic, CastTruncatesAndTests) {
  EXPECT_EQ(elementwise(f32, [](Register x) { return cast(x / 5, i32); }), (Values{1, -1}));
  EXPECT_EQ(elementwise(f32, [](Register x) { return cast(x - 6, i1); }), (Values{0, 1}));
  EXPECT_EQ(elementwise(f32, [](Register x) { return cast(x * 100, i8); }), (Values{127, -128}));
}

/// c[m, n] from a[m, n], row[n], column[m], whatever is written first.
TEST(Broadcast, ByName) {
  Memory a("a", {M, N}, f32), row("row", {N}, f32), column("column", {M}, f32), c("c", {N, M}, f32);
  Kernel kernel("broadcast", {a, row, column, c}, {}, [&] {
    Register x = read(row) * (read(a) + read(column)); // the smaller one on either side
    write(x, c);
  });
  Tensor ta = Tensor::zeros({2, 3}, f32), tr = Tensor::zeros({3}, f32),
         tc = Tensor::zeros({2}, f32), out = Tensor::zeros({3, 2}, f32);
  for (int64_t m = 0; m < 2; ++m)
    for (int64_t n = 0; n < 3; ++n) {
      ta.set({m, n}, static_cast<double>(10 * m + n));
      tr.set({n}, static_cast<double>(n + 1));
      tc.set({m}, static_cast<double>(100 * m));
    }
  compile(kernel, {M = 2, N = 3})(ta, tr, tc, out);
  for (int64_t m = 0; m < 2; ++m)
    for (int64_t n = 0; n < 3; ++n)
      EXPECT_EQ(out.at({n, m}), static_cast<double>((n + 1) * (110 * m + n)));
}

TEST(Broadcast, DimensionsOfOneNameAreOneWhateverTheOrder) {
  Memory a("a", {M, N}, f32), b("b", {N, M}, f32);
  Kernel kernel("k", {a, b}, {}, [&] {
    Register sum = read(a) + read(b);
    EXPECT_EQ(sum.shape()[0].str(), "M"); // the left operand's order
    EXPECT_EQ((read(b) + read(a)).shape()[0].str(), "N");
    EXPECT_EQ(sum.dtype(), f32);
    write(sum, b);
  });
}

/// a[2, 3] * b[4, 3]^T with every order of both operands and of the sum.
TEST(Products, ReductionInAnyPosition) {
  Tensor ta = Tensor::randint({2, 3}, f16, -5, 5, 1), tb = Tensor::randint({4, 3}, f16, -5, 5, 2);
  Tensor expected = matmul(ta.to(f32), tb.to(f32), /*transpose_b=*/true);
  for (int order = 0; order < 8; ++order) {
    bool kFirstA = order & 1, kFirstB = order & 2, nFirst = order & 4;
    Memory a = kFirstA ? Memory("a", {K, M}, f16) : Memory("a", {M, K}, f16);
    Memory b = kFirstB ? Memory("b", {K, N}, f16) : Memory("b", {N, K}, f16);
    Memory c("c", {M, N}, f32);
    Kernel kernel("gemm", {a, b, c}, {}, [&] {
      Register zero = nFirst ? Register({N, M}, f32, 0) : Register({M, N}, f32, 0);
      write(mma(read(a), read(b), zero), c);
    });
    Tensor out = Tensor::zeros({2, 4}, f32);
    compile(kernel, {M = 2, N = 4, K = 3})(kFirstA ? ta.t() : ta, kFirstB ? tb.t() : tb, out);
    EXPECT_EQ(max_abs_difference(out, expected), 0) << order;
  }
}

TEST(Products, BatchesAndNoAccumulator) {
  Memory a("a", {B, M, K}, f32), b("b", {K, B, N}, f32), c("c", {N, B, M}, f32);
  Kernel kernel("batched", {a, b, c}, {}, [&] {
    Register product = mma(read(a), read(b));
    ASSERT_EQ(product.shape().size(), 3u); // lhs's dimensions, then rhs's
    EXPECT_EQ(product.shape()[0].str(), "B");
    EXPECT_EQ(product.shape()[1].str(), "M");
    EXPECT_EQ(product.shape()[2].str(), "N");
    write(product, c);
  });
  Tensor ta = Tensor::randint({3, 5, 4}, f32, -5, 5, 1),
         tb = Tensor::randint({4, 3, 2}, f32, -5, 5, 2), out = Tensor::zeros({2, 3, 5}, f32);
  compile(kernel, {B = 3, M = 5, N = 2, K = 4})(ta, tb, out);
  for (int64_t i = 0; i < 3; ++i)
    for (int64_t m = 0; m < 5; ++m)
      for (int64_t n = 0; n < 2; ++n) {
        double sum = 0;
        for (int64_t k = 0; k < 4; ++k)
          sum += ta.at({i, m, k}) * tb.at({k, i, n});
        EXPECT_EQ(out.at({n, i, m}), sum);
      }
}

} // namespace
