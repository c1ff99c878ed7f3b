//===- MultipleTest.cpp - Multiples that a reader can check ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// That each value of a multiple is one is a property; see unittests/properties.
//
//===----------------------------------------------------------------------===//

#include "symbolic/Multiple.h"

#include <gtest/gtest.h>

using namespace wave;
using namespace wave::symbolic;

namespace {

const Expr M = Symbol("M"), N = Symbol("N");

TEST(Multiple, IsFound) {
  for (const Expr &expr :
       {Expr(0), Expr(-128), M * 64, M * 128 - N * 192, N * M * 64, ceildiv(M, 64) * 64,
        Max(M * 64 - 64, 0), Min(M * 64, Max(N * 192, 128)), Min(M * 64, 256) + N * 64,
        Max(M * 64 - 64, 0) * N, Max(Min(M * 64, N * 64), 64) * 4, M - M % 64,
        select(M < N, M * 64, N * 128), select(M < N, Max(M * 64, 0), 64) - 64})
    EXPECT_TRUE(isMultiple(expr, 64)) << expr.str();
}

TEST(Multiple, IsNotFoundWhereNoneIs) {
  for (const Expr &expr :
       {Expr(32), M, M * 32, M * 64 + 1, Max(M * 64, 1), Min(M * 64, N), Max(M * 64 - 32, 0),
        Min(M * 64, 256) + N, Max(M * 16, 0) * N, select(M < N, M * 64, 1),
        select(M < N, 1, M * 64), floordiv(M * 64, N), M * 64 % N})
    EXPECT_FALSE(isMultiple(expr, 64)) << expr.str();
}

} // namespace
