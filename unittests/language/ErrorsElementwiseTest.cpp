//===- ErrorsElementwiseTest.cpp - Elementwise operations and numbers ===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <limits>
#include <utility>

#include "ExpectError.h"
#include "Symbols.h"

using namespace wave;
using namespace wave::test;

TEST(ElementwiseErrors, NeitherHasAllDimensions) {
  Memory a("a", {M, K}, f32), b("b", {M, N}, f32);
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { read(a) + read(b); }); };
  expectError("add-c1", attempt,
              R"(FILE:+2:64: error: add: lhs lacks N, and rhs lacks K [add-c1]
+2 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { read(a) + read(b); }); };
      |                                                                ^
FILE:+2:54: note: lhs is [M, K] f32, read from 'a'
FILE:+2:64: note: rhs is [M, N] f32, read from 'b'
help: one operand has all dimensions of the other: broadcast(lhs, {M, K, N}) has them)");
}

TEST(ElementwiseErrors, DifferentElementTypes) {
  Memory a("a", {M, K}, f32), b("b", {M, K}, f16);
  auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { read(a) * read(b); }); };
  expectError("mul-c2", attempt, R"(FILE:+2:64: error: mul: the element types differ [mul-c2]
+2 |   auto attempt = [&] { Kernel("k", {a, b}, {}, [&] { read(a) * read(b); }); };
      |                                                                ^
FILE:+2:54: note: lhs is [M, K] f32, read from 'a'
FILE:+2:64: note: rhs is [M, K] f16, read from 'b'
help: cast one of them)");
}

TEST(ElementwiseErrors, TruthValues) {
  Memory a("a", {M}, i1);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) - read(a); }); };
  expectError("sub-c2", attempt, R"(FILE:+2:61: error: sub: there is no arithmetic on i1 [sub-c2]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) - read(a); }); };
      |                                                             ^
FILE:+2:51: note: lhs is [M] i1, read from 'a'
help: cast to another type first)");
}

TEST(ElementwiseErrors, IntegerDivision) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) / read(a); }); };
  expectError("div-c4", attempt,
              R"(FILE:+2:61: error: div: there is no division of i32 tiles [div-c4]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) / read(a); }); };
      |                                                             ^
FILE:+2:51: note: lhs is [M] i32, read from 'a'
help: cast to a floating-point type first)");
}

TEST(ElementwiseErrors, DivisionByAnInteger) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) / 2; }); };
  expectError("div-c4", attempt,
              R"(FILE:+2:61: error: div: there is no division of i32 tiles [div-c4]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) / 2; }); };
      |                                                             ^
FILE:+2:51: note: lhs is [M] i32, read from 'a'
help: cast to a floating-point type first)");
}

TEST(ElementwiseErrors, CastsAreFine) {
  Memory a("a", {M}, i1), b("b", {M}, i32);
  Kernel kernel("k", {a, b}, {}, [&] { write(cast(cast(read(a), f16) / 2, i1), b); });
  EXPECT_EQ(kernel.name(), "k");
}

TEST(NumberErrors, BeyondI8) {
  auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M}, i8, 300); }); };
  expectError("number-range", attempt,
              R"(FILE:+1:50: error: 300 is no value of i8: it is out of range [number-range]
+1 |   auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M}, i8, 300); }); };
      |                                                  ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, FractionForAnInteger) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) * 0.5; }); };
  expectError("number-range", attempt,
              R"(FILE:+2:61: error: 0.5 is no value of i32: it is no integer [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) * 0.5; }); };
      |                                                             ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, FractionBeforeAnInteger) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { 0.5 + read(a); }); };
  expectError("number-range", attempt,
              R"(FILE:+2:51: error: 0.5 is no value of i32: it is no integer [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { 0.5 + read(a); }); };
      |                                                   ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, BeyondF16) {
  Memory a("a", {M}, f16);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + 1e10; }); };
  expectError(
      "number-range", attempt,
      R"(FILE:+2:61: error: 10000000000 is no value of f16: it is beyond the greatest finite one [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + 1e10; }); };
      |                                                             ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

/// Types without an infinity have NaN where others have it.
TEST(NumberErrors, BeyondEightBits) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::pair<DType, double> greatest[] = {
      {f8e4m3fn, 448}, {f8e5m2, 57344}, {f8e4m3fnuz, 240}, {f8e5m2fnuz, 57344}};
  for (const auto &[dtype, most] : greatest) {
    const auto make = [&, type = dtype](double value) {
      return [value, type] {
        Memory y("y", {M}, type);
        Kernel("k", {y}, {}, [&] { write(Register({M}, type, value), y); });
      };
    };
    const auto idOf = [](const auto &attempt) {
      try {
        attempt();
        return std::string();
      } catch (const Error &error) {
        return error.diagnostic().id;
      }
    };
    EXPECT_EQ(idOf(make(most)), "") << dtype_name(dtype);
    EXPECT_EQ(idOf(make(-most)), "") << dtype_name(dtype);
    EXPECT_EQ(idOf(make(most * 1.2)), "number-range") << dtype_name(dtype);
    EXPECT_EQ(idOf(make(-1000000.0)), "number-range") << dtype_name(dtype);
    EXPECT_EQ(idOf(make(infinity)), dtype == f8e5m2 ? "" : "number-range") << dtype_name(dtype);
    EXPECT_EQ(idOf(make(std::nan(""))), "") << dtype_name(dtype);
  }
}

TEST(NumberErrors, TwoForATruthValue) {
  auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M}, i1, 2); }); };
  expectError("number-range", attempt,
              R"(FILE:+1:50: error: 2 is no value of i1: it is out of range [number-range]
+1 |   auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M}, i1, 2); }); };
      |                                                  ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, BeyondI64) {
  Memory a("a", {M}, i64);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + 0x1p63; }); };
  expectError(
      "number-range", attempt,
      R"(FILE:+2:61: error: 9.2233720368547758e+18 is no value of i64: it is out of range [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + 0x1p63; }); };
      |                                                             ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, NotANumberForAnInteger) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + __builtin_nan(""); }); };
  expectError("number-range", attempt,
              R"(FILE:+2:61: error: nan is no value of i32: it is no integer [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + __builtin_nan(""); }); };
      |                                                             ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(NumberErrors, WhatRoundsIsFine) {
  Memory a("a", {M}, f16);
  Kernel kernel("k", {a}, {}, [&] {
    Register rounded = read(a) + 65519.0;
    write(0.1 * rounded + __builtin_inf(), a);
  });
  EXPECT_NE(kernel.str().find("6.550400e+04"), std::string::npos) << kernel.str();
}

TEST(RegisterErrors, NoDimensions) {
  auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({}, f32, 0); }); };
  expectError("tile-c1", attempt, R"(FILE:+1:50: error: tile: there are no dimensions [tile-c1]
+1 |   auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({}, f32, 0); }); };
      |                                                  ^
help: name one at least: a single number has a dimension of size 1)");
}

TEST(RegisterErrors, ADimensionTwice) {
  auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M, M}, f32, 0); }); };
  expectError("tile-c1", attempt, R"(FILE:+1:50: error: tile: two dimensions are called M [tile-c1]
+1 |   auto attempt = [&] { Kernel("k", {}, {}, [&] { Register({M, M}, f32, 0); }); };
      |                                                  ^
help: dimensions are known by their names: take another symbol for one of them, and bind both to the same size)");
}

TEST(NumberErrors, IntegerThatNoDoubleIs) {
  Memory a("a", {M}, i64);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + int64_t(9007199254740993); }); };
  expectError(
      "number-range", attempt,
      R"(FILE:+2:61: error: 9007199254740992 is no value of i64: an integer beyond 2^53 would reach the kernel rounded [number-range]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { read(a) + int64_t(9007199254740993); }); };
      |                                                             ^
help: a number takes the element type of the register it meets; cast the register, or choose another number)");
}

TEST(ElementwiseErrors, ComparedTypesDiffer) {
  Memory a("a", {M}, f32), b("b", {M}, f16), c("c", {M}, i1);
  auto attempt = [&] { Kernel("k", {a, b, c}, {}, [&] { write(read(a) < read(b), c); }); };
  expectError("compare-c2", attempt,
              R"(FILE:+2:73: error: compare: the element types differ [compare-c2]
+2 |   auto attempt = [&] { Kernel("k", {a, b, c}, {}, [&] { write(read(a) < read(b), c); }); };
      |                                                                         ^
FILE:+2:63: note: lhs is [M] f32, read from 'a'
FILE:+2:73: note: rhs is [M] f16, read from 'b'
help: cast one of them)");
}

TEST(ElementwiseErrors, NegatedTruthValue) {
  Memory a("a", {M}, i1);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(-read(a), a); }); };
  expectError("unary-c2", attempt,
              R"(FILE:+2:58: error: neg: there is no neg of i1 [unary-c2]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(-read(a), a); }); };
      |                                                          ^
FILE:+2:58: note: the value is [M] i1, read from 'a'
help: cast to another type first)");
}

TEST(ElementwiseErrors, PowerOfAnInteger) {
  Memory a("a", {M}, i8);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(exp2(read(a)), a); }); };
  expectError("unary-c2", attempt,
              R"(FILE:+2:57: error: exp2: there is no exp2 of i8 [unary-c2]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(exp2(read(a)), a); }); };
      |                                                         ^
FILE:+2:62: note: the value is [M] i8, read from 'a'
help: cast to a floating-point type first)");
}

TEST(ElementwiseErrors, CombinedNumbers) {
  Memory a("a", {M}, i8);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) & (read(a) > 0), a); }); };
  expectError("logic-c2", attempt,
              R"(FILE:+2:67: error: logic: lhs is not i1 [logic-c2]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) & (read(a) > 0), a); }); };
      |                                                                   ^
FILE:+2:57: note: lhs is [M] i8, read from 'a'
help: compare it with a number: x != 0)");
}

TEST(ElementwiseErrors, ConditionIsANumber) {
  Memory a("a", {M}, i8);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(select(read(a), 1, read(a)), a); }); };
  expectError("select-c2", attempt,
              R"(FILE:+2:57: error: select: the condition is not i1 [select-c2]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(select(read(a), 1, read(a)), a); }); };
      |                                                         ^
FILE:+2:64: note: the condition is [M] i8, read from 'a'
help: compare it with a number: x != 0)");
}

TEST(ReductionErrors, Distributed) {
  Memory a("a", {M, N}, f32), c("c", {M}, f32);
  Constraints groups{WorkgroupConstraint{N, 32, 0}};
  auto attempt = [&] { Kernel("k", {a, c}, groups, [&] { write(sum(read(a), N), c); }); };
  expectError(
      "reduce-c6", attempt,
      R"(FILE:+3:64: error: sum: the reduction dimension N is distributed over workgroups [reduce-c6]
+3 |   auto attempt = [&] { Kernel("k", {a, c}, groups, [&] { write(sum(read(a), N), c); }); };
      |                                                                ^
FILE:+3:68: note: the value is [M, N] f32, read from 'a'
FILE:+2:50: note: the workgroup constraint of N is here
help: each workgroup would reduce its own part of N alone: leave N whole, or tile it with TilingConstraint{N, ...} and iterate)");
}

TEST(ReductionErrors, NothingRemains) {
  Memory a("a", {N}, f32), a2("a2", {N}, f32);
  auto attempt = [&] { Kernel("k", {a, a2}, {}, [&] { write(max(read(a), N), a2); }); };
  expectError("reduce-c2", attempt,
              R"(FILE:+2:61: error: max: the value has no dimension beside N [reduce-c2]
+2 |   auto attempt = [&] { Kernel("k", {a, a2}, {}, [&] { write(max(read(a), N), a2); }); };
      |                                                             ^
FILE:+2:65: note: the value is [N] f32, read from 'a'
help: a tile has at least one dimension: give the memory another one, of size 1)");
}

TEST(ElementwiseErrors, SizesBesideBytes) {
  Memory a("a", {M}, i8);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) + M, a); }); };
  expectError(
      "scalar-operand", attempt,
      R"(FILE:+2:67: error: a size or a scalar is beside a tile of i8, which does not hold it [scalar-operand]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) + M, a); }); };
      |                                                                   ^
help: cast the tile to i32, i64, or a float of 16 bits or more)");
}

TEST(ElementwiseErrors, SizesBeyondTheElementType) {
  Memory a("a", {M}, i32);
  Kernel kernel("k", {a}, {}, [&] { write(read(a) + M * N, a); });
  auto attempt = [&] { wave_compile({.subs = {M = 100000, N = 100000}}, kernel); };
  expectError(
      "index-range", attempt,
      R"(FILE:+2:53: error: a scalar is i32, but 10000000000 may be from 10000000000 to 10000000000 [index-range]
+2 |   Kernel kernel("k", {a}, {}, [&] { write(read(a) + M * N, a); });
      |                                                     ^
help: make it an i64: scalar(..., i64), self_index(..., i64))");
}

TEST(ElementwiseErrors, RemaindersOfTiles) {
  Memory a("a", {M}, i32);
  auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) % M, a); }); };
  expectError("scalar-operand", attempt,
              R"(FILE:+2:67: error: %: an operand is a tile [scalar-operand]
+2 |   auto attempt = [&] { Kernel("k", {a}, {}, [&] { write(read(a) % M, a); }); };
      |                                                                   ^
help: only scalars have this operation)");
}

TEST(ElementwiseErrors, ExpressionsOfTiles) {
  Memory a("a", {M}, i32);
  auto attempt = [&] {
    Kernel("k", {a}, {}, [&] {
      Register x = read(a);
      write(apply_expr(x, [](const Expr &value) { return value % 2; }), a);
    });
  };
  expectError("scalar-operand", attempt,
              R"(FILE:+5:13: error: apply_expr: an operand is a tile [scalar-operand]
+5 |       write(apply_expr(x, [](const Expr &value) { return value % 2; }), a);
      |             ^
help: tiles have arithmetic, comparisons and functions of their own)");
}
