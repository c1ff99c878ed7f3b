//===- InterleavedTest.cpp - Waves in any order = traced, bit for bit -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdlib>

#include <gtest/gtest.h>

#include "RandomProgram.h"
#include "Setting.h"

using namespace wave;
using namespace wave::test;

/// Any kernel, with waves, loops and reductions; some do not fit a GPU, and say so.
TEST(Interleaved, RandomPrograms) {
  const char *given = std::getenv("WAVE_TEST_PROGRAMS");
  const int count = given ? std::atoi(given) : 150;
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 104729);
    Setting setting(random, histogram);
    const Kernel kernel = RandomProgram(setting).make();
    setting.interleave(kernel, {"mma-tile", "open-tile", "shared-capacity", "too-many-registers"});
  }
  std::printf("%d programs\n", count);
  histogram.print();
}

namespace {
/// A staged product in a loop, in a loop that writes what it has come to in every step.
Kernel nested(Setting &s) {
  s.distributeBy(M, 50, 16);
  s.distributeBy(N, 50, 16);
  s.stepBy(J, 3, 1);
  s.stepBy(K, 70, 16);
  Memory a = s.input("a", {M, K}, f16, SHARED_ADDRESS_SPACE);
  Memory b = s.input("b", {N, K}, f16, SHARED_ADDRESS_SPACE);
  Memory c = s.output("c", {M, N}, f32), d = s.input("d", {J}, f32);
  return Kernel("nested", {a, b, c, d}, s.constraints, [&] {
    Register zero({M, N}, f32, 1);
    write(zero, c);
    iterate({.axis = J}, {zero}, [&](Register outer) {
      Register sum =
          iterate({.axis = K}, {outer}, [&](Register acc) { return mma(read(a), read(b), acc); });
      write(sum, c);
      return sum - outer;
    });
    write(read(c) + 1, c);
  });
}
} // namespace

TEST(Interleaved, NestedLoops) {
  Histogram histogram;
  for (int i = 0; i < 12 && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 1000003);
    Setting setting(random, histogram);
    const Kernel kernel = nested(setting);
    setting.interleave(kernel);
  }
  histogram.print();
}

namespace {
/// A product of warpgroups, in a loop over steps of K or of all of it, or in two loops; the left
/// operand is computed, or the sum is, in every step or behind them.
Kernel inPlace(Setting &s) {
  s.distributeByWarpgroups(M, 200);
  const int64_t columns = s.random.between(1, 4);
  s.distributeWhole(N, 40, 8 * columns);
  s.stepBySize(K, 70, s.random.of(std::vector<int64_t>{16, 32, 64}));
  const bool isNested = s.random.oneIn(3), isComputed = s.random.oneIn(3),
             isUsed = s.random.oneIn(4);
  if (isNested)
    s.stepBy(J, 3, 1);
  const DType in = s.random.oneIn(2) ? f16 : bf16, out = s.random.oneIn(2) ? f32 : f16;
  Memory a = s.input("a", {M, K}, in, SHARED_ADDRESS_SPACE);
  Memory b = s.input("b", {N, K}, in, SHARED_ADDRESS_SPACE);
  Memory c = s.output("c", {M, N}, out);
  auto product = [&](const Register &start) {
    return iterate({.axis = K}, {start}, [&](Register acc) {
      Register lhs = read(a), sum = mma(isComputed ? lhs + lhs : lhs, read(b), acc);
      return isUsed ? sum - 1 : sum;
    });
  };
  if (!isNested)
    return Kernel("in_place", {a, b, c}, s.constraints,
                  [&] { write(product(Register({M, N}, f32, 1)), c); });
  Memory d = s.input("d", {J}, f32);
  return Kernel("in_place", {a, b, c, d}, s.constraints, [&] {
    Register start({M, N}, f32, 1);
    write(iterate({.axis = J}, {start}, [&](Register outer) { return product(outer); }), c);
  });
}
} // namespace

TEST(Interleaved, ProductsInPlace) {
  Histogram histogram;
  for (int i = 0; i < 40 && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 15485863);
    Setting setting(random, histogram);
    const Kernel kernel = inPlace(setting);
    setting.interleaveInPlace(kernel);
  }
  histogram.print();
}
