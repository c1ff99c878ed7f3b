//===- OpenSizesTest.cpp - One compiled kernel for every size -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstring>

#include <gtest/gtest.h>

#include "GuardedTensor.h"
#include "wave/wave.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"}, T{"T"};

Kernel gemm(DType in, DType sum) {
  Memory a("a", {M, K}, in), b("b", {N, K}, in), c("c", {M, N}, sum);
  Constraints constraints{WorkgroupConstraint{M, 32, 0}, WorkgroupConstraint{N, 24, 1},
                          TilingConstraint{K, 16}};
  return Kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, sum, 0);
    write(iterate({.axis = K}, {zero}, [&](Register acc) { return mma(read(a), read(b), acc); }),
          c);
  });
}

/// Runs the kernel on one shape with 1, 2, 3 and 8 threads: the interpreter's bits every
/// time, and all that is no element of `c` as it was.
void expectRight(const CompiledKernel &compiled, const Kernel &kernel, DType in, DType sum,
                 Shape sizes, Random &random) {
  const int64_t m = sizes[0], n = sizes[1], k = sizes[2];
  GuardedTensor a({m, k}, in, drawLayout(random, true), random),
      b({n, k}, in, drawLayout(random, true), random),
      c({m, n}, sum, drawLayout(random, false), random);
  a.fillWithIntegers(3, random);
  b.fillWithIntegers(3, random);
  for (GuardedTensor *guarded : {&a, &b, &c})
    guarded->save();
  Tensor expected = c.tensor().clone();
  interpret(kernel, {}, {a.tensor(), b.tensor(), expected});
  for (unsigned threads : {1u, 2u, 3u, 8u}) {
    c.restore();
    compiled.launch({a.tensor(), b.tensor(), c.tensor()}, {.threads = threads});
    EXPECT_EQ(difference(c.tensor(), expected), "");
    EXPECT_TRUE(c.guardsHold() && a.isUnchanged() && b.isUnchanged());
    if (::testing::Test::HasFailure()) {
      std::printf("M=%ld N=%ld K=%ld, %u threads, WAVE_TEST_SEED=%lu\n", m, n, k, threads,
                  static_cast<unsigned long>(testSeed()));
      return;
    }
  }
}

} // namespace

TEST(OpenSizes, TwoHundredShapesFromOneCompile) {
  Random random(testSeed());
  const Kernel kernel = gemm(f16, f32);
  const CompiledKernel compiled = wave_compile({}, kernel);
  EXPECT_EQ(compiled.open_sizes(), (std::vector<std::string>{"M", "K", "N"}));
  for (int i = 0; i < atMostCount(200) && !HasFailure(); ++i)
    expectRight(compiled, kernel, f16, f32,
                {random.between(0, 130), random.between(0, 130), random.between(0, 130)}, random);
}

TEST(OpenSizes, EveryInstructionAtTheEdges) {
  Random random(testSeed());
  for (auto [in, sum] : {std::pair(f16, f32), {bf16, f32}, {f32, f32}, {f64, f64}, {i8, i32}}) {
    const Kernel kernel = gemm(in, sum);
    const CompiledKernel compiled = wave_compile({}, kernel);
    for (Shape sizes :
         {Shape{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {1, 1, 1}, {32, 24, 16}, {33, 25, 17}})
      expectRight(compiled, kernel, in, sum, sizes, random);
  }
}

TEST(OpenSizes, TheSameBitsAsACompileForTheSizes) {
  const Tensor a = Tensor::randn({77, 93}, f32, testSeed()), b = Tensor::randn({85, 93}, f32, 1);
  Tensor open = Tensor::zeros({77, 85}, f32), bound = open.clone();
  wave_compile({}, gemm(f32, f32))(a, b, open);
  wave_compile({.subs = {M = 77, N = 85, K = 93}}, gemm(f32, f32))(a, b, bound);
  EXPECT_EQ(std::memcmp(open.data(), bound.data(), 77 * 85 * sizeof(float)), 0);
}

TEST(OpenSizes, WholeDimensionsNeedNoConstraint) {
  // The tile is the whole matrix: the workspace is as large as the launch says.
  Memory a("a", {M, K}, f32), b("b", {N, K}, f32), c("c", {M, N}, f32);
  Kernel kernel("whole", {a, b, c}, {}, [&] { write(mma(read(a), read(b)), c); });
  CompiledKernel compiled = wave_compile({}, kernel);
  Random random(testSeed());
  for (Shape sizes : {Shape{3, 5, 7}, {70, 3, 1}, {1, 90, 40}, {0, 3, 3}, {65, 65, 65}})
    expectRight(compiled, kernel, f32, f32, sizes, random);
}

/// A softmax of integers to the bit: sums of powers of two, divided by a power of two.
TEST(OpenSizes, LanesHoldStepsOfRowsOfAnyLength) {
  Memory x("x", {M, N}, f32), total("total", {M}, f32), y("y", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 8, 0}, TilingConstraint{N, 64}};
  const Kernel kernel("long_rows", {x, total, y}, constraints, [&] {
    Register lowest({M}, f32, -64.0), zero({M}, f32, 0.0);
    auto [highest, sums] = iterate({.axis = N}, {lowest, zero}, [&](Register before, Register acc) {
      Register row = read(x);
      Register now = maximum(before, max(row, N));
      return yield(now, acc * exp2(before - now) + sum(exp2(row - now), N));
    });
    write(sums, total);
    iterate({.axis = N}, [&] { write(exp2(read(x) - highest) * 0.5, y); });
  });
  Random random(testSeed());
  for (const char *target : {"cpu", "sim:mi300x", "sim:mi355x", "sim:h200", "sim:b200"}) {
    const CompiledKernel compiled = wave_compile({.target = Target::named(target)}, kernel);
    EXPECT_EQ(compiled.open_sizes(), (std::vector<std::string>{"M", "N"}));
    for (Shape sizes : {Shape{0, 5}, {5, 0}, {1, 1}, {8, 64}, {9, 65}, {3, 1000}, {17, 127}}) {
      GuardedTensor in(sizes, f32, drawLayout(random, true), random),
          sums({sizes[0]}, f32, drawLayout(random, false), random),
          out(sizes, f32, drawLayout(random, false), random);
      in.fillWithIntegers(3, random);
      Tensor expectedSums = sums.tensor().clone(), expected = out.tensor().clone();
      interpret(kernel, {}, {in.tensor(), expectedSums, expected});
      compiled(in.tensor(), sums.tensor(), out.tensor());
      EXPECT_EQ(difference(sums.tensor(), expectedSums), "") << target << sizes[0] << sizes[1];
      EXPECT_EQ(difference(out.tensor(), expected), "") << target << sizes[0] << sizes[1];
      EXPECT_TRUE(in.guardsHold() && sums.guardsHold() && out.guardsHold());
    }
  }
}

TEST(OpenSizes, SymbolsBoundToExpressions) {
  // T is a dimension of registers alone, N of a memory: both follow from M.
  Memory a("a", {M}, f32), c("c", {N, M}, f32), d("d", {M}, f32);
  Kernel kernel("derived", {a, c, d}, {WorkgroupConstraint{M, 4, 0}}, [&] {
    Register zeros({N, M}, f32, 0.0);
    write(zeros + read(a), c);
    Register left({M, T}, f32, 1.0), right({M, T}, f32, 2.0);
    write(read(a) + 0.0, d);
  });
  CompiledKernel compiled = wave_compile({.subs = {N = M * 2 + 1, T = ceildiv(M, 3)}}, kernel);
  EXPECT_EQ(compiled.open_sizes(), (std::vector<std::string>{"M"}));
  for (int64_t m : {0, 1, 5, 12}) {
    Tensor input = Tensor::randint({m}, f32, -9, 9, 1),
           output = Tensor::full({2 * m + 1, m}, f32, 7);
    Tensor copy = Tensor::full({m}, f32, 7);
    compiled(input, output, copy);
    for (int64_t i = 0; i < 2 * m + 1; ++i)
      for (int64_t j = 0; j < m; ++j)
        EXPECT_EQ(output.at({i, j}), input.at({j}));
    EXPECT_TRUE(allclose(copy, input, 0, 0));
  }
}

TEST(OpenSizes, TheGridFollows) {
  CompiledKernel compiled = wave_compile({.subs = {N = 48}}, gemm(f16, f32));
  EXPECT_EQ(compiled.grid({M = 100}), (std::array<int64_t, 3>{4, 2, 1}));
  EXPECT_EQ(compiled.grid({M = 0}), (std::array<int64_t, 3>{0, 2, 1}));
  EXPECT_NE(compiled.mlir().find("grid [\"ceildiv(M, 32)\", 2, 1]"), std::string::npos);
}
