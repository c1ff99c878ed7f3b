//===- ScalarTilesTest.cpp - Sizes and scalars beside tiles ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpreter = CPU = executor, bit for bit, with sizes that the compile knows and with open ones.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "runtime/Arguments.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, T{"T"}, NUM_CTAS{"NUM_CTAS"};
constexpr const char *all[] = {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"};

void expectRight(const Kernel &kernel, const std::vector<Bindings> &sizes) {
  for (const char *target : all)
    for (const Bindings &given : sizes)
      for (const bool isOpen : {false, true}) {
        Bindings known = given;
        if (isOpen) {
          known = {};
          if (const Expr *ctas = given.find("NUM_CTAS"))
            known.set("NUM_CTAS", *ctas);
        }
        const CompiledKernel compiled = wave_compile(
            {.target = Target::named(target), .subs = known, .retarget = true}, kernel);
        std::vector<Tensor> actual, expected;
        for (const Argument &argument : withSizes(compiled.arguments(), given)) {
          actual.push_back(
              Tensor::randint(shapeOf(argument), argument.dtype, -3, 3, actual.size()));
          expected.push_back(actual.back().clone());
        }
        interpret(kernel, {.subs = given}, expected);
        compiled.launch(actual);
        for (size_t i = 0; i < actual.size(); ++i)
          EXPECT_EQ(difference(actual[i], expected[i]), "")
              << target << (isOpen ? ", open" : "") << ", argument " << i;
      }
}

} // namespace

TEST(ScalarTiles, Means) {
  Memory x("x", {M, N}, f32), mean("mean", {M}, f32), y("y", {M, N}, f16);
  const Constraints constraints{WorkgroupConstraint{M, 16, 0}, TilingConstraint{N, 64}};
  const Kernel kernel("means", {x, mean, y}, constraints, [&] {
    Register zero({M}, f32, 0.0);
    Register total =
        iterate({.axis = N}, {zero}, [&](Register acc) { return sum(read(x), acc, N); });
    write(total / N, mean);
    iterate({.axis = N}, [&] { write(cast(N / (read(x) * read(x) + 1), f16) - M, y); });
  });
  expectRight(kernel, {{M = 33, N = 128}, {M = 1, N = 1}, {M = 16, N = 100}, {M = 5, N = 3000}});
}

/// To the nearest, once: neither is a float, and the second is halfway between two.
TEST(ScalarTiles, RoundOnce) {
  for (const int64_t size : {int64_t{16777217}, int64_t{33554434}, (int64_t{1} << 53) + 1}) {
    Memory y("y", {M}, f32), z("z", {M}, f64);
    const Kernel kernel("rounded", {y, z}, {WorkgroupConstraint{M, 16, 0}}, [&] {
      write(Register({M}, f32, 0.0) + K, y);
      write(Register({M}, f64, 0.0) + K, z);
    });
    for (const char *target : all) {
      Tensor rounded = Tensor::zeros({3}, f32), wide = Tensor::zeros({3}, f64);
      wave_compile({.target = Target::named(target), .subs = {K = size}}, kernel)(rounded, wide);
      EXPECT_EQ(rounded.at({2}), static_cast<double>(static_cast<float>(size))) << target;
      EXPECT_EQ(wide.at({2}), static_cast<double>(size)) << target;
    }
  }
}

TEST(ScalarTiles, Integers) {
  Memory x("x", {M, N}, i32), y("y", {M, N}, i64), z("z", {M, N}, i32);
  const Constraints constraints{WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1}};
  const Kernel kernel("integers", {x, y, z}, constraints, [&] {
    Register column = self_index(N) + Register({M, N}, i32, 0);
    Register tile = scalar(WORKGROUP_0) * 100 + WORKGROUP_1;
    write(select(column < floordiv(N, 2), read(x) * M, column - tile), z);
    write(maximum(minimum(cast(column, i64) * N, M * N - 5), ceildiv(M, 7)) + tile, y);
  });
  expectRight(kernel, {{M = 33, N = 128}, {M = 1, N = 1}, {M = 48, N = 31}});
}

/// The epilogue of a product, where roles share out its work.
TEST(ScalarTiles, Products) {
  Memory a("a", {M, K}, f16, SHARED_ADDRESS_SPACE), b("b", {N, K}, f16, SHARED_ADDRESS_SPACE),
      c("c", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 64, 0}, WorkgroupConstraint{N, 64, 1},
                                TilingConstraint{K, 64}};
  const Kernel kernel("scaled", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0.0);
    Register product =
        iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); });
    write((product - N) * K + scalar(WORKGROUP_1), c);
  });
  expectRight(kernel, {{M = 128, N = 64, K = 128}, {M = 70, N = 130, K = 40}});
}

/// The order of tiles that an expression of scalars gives.
TEST(ScalarTiles, ExpressionsOfScalars) {
  Memory x("x", {M, N}, f32), y("y", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 8, 0}, WorkgroupConstraint{N, 16, 1}};
  const Kernel kernel("applied", {x, y}, constraints, [&] {
    Register m = scalar(WORKGROUP_0), n = scalar(WORKGROUP_1, i64);
    Register flat =
        apply_expr({m, n}, [](const Expr &i, const Expr &j) { return i * ceildiv(N, 16) + j; });
    EXPECT_EQ(flat.dtype(), i64);
    Register odd = apply_expr(m, [](const Expr &i) { return i % 2 == 1; });
    EXPECT_EQ(odd.dtype(), i32);
    write(read(x) * flat + odd, y);
  });
  expectRight(kernel, {{M = 33, N = 100}, {M = 1, N = 1}});
}

/// A scalar that each step of a persistent loop has anew.
TEST(ScalarTiles, IndicesOfTiles) {
  constexpr Symbol OFFSET{"OFFSET"};
  Memory y("y", {M}, f32);
  const Expr i = IndexMapping::iterator(0);
  const Constraints constraints{GridConstraint{NUM_CTAS}, WorkgroupConstraint{M, 16, 0},
                                TilingConstraint{T}};
  const Kernel kernel("indices", {y}, constraints, [&] {
    iterate({.axis = T, .start = WORKGROUP_0, .condition = T < ceildiv(M, 16)}, [&] {
      Register tile = self_index(T, i32);
      set_symbol(OFFSET, tile * 16);
      write(Register({M}, f32, 0.5) * tile + OFFSET, y,
            {.mapping = IndexMapping{.inputs = {M = i}, .outputs = {M = i + OFFSET}}});
      set_symbol(T, tile + NUM_CTAS);
    });
  });
  expectRight(kernel, {{M = 100, NUM_CTAS = 2}, {M = 0, NUM_CTAS = 3}, {M = 16, NUM_CTAS = 5}});
}
