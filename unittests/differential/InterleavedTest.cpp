//===- InterleavedTest.cpp - Waves in any order = traced, bit for bit -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "InPlaceKernel.h"
#include "RandomProgram.h"
#include "Setting.h"

using namespace wave;
using namespace wave::test;

/// Any kernel, with waves, loops and reductions; some do not fit a GPU, and say so.
TEST(Interleaved, RandomPrograms) {
  const int count = testCount(150);
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
  for (int i = 0; i < atMostCount(12) && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 1000003);
    Setting setting(random, histogram);
    const Kernel kernel = nested(setting);
    setting.interleave(kernel);
  }
  histogram.print();
}

TEST(Interleaved, ProductsInPlace) {
  Histogram histogram;
  for (int i = 0; i < atMostCount(40) && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 15485863);
    Setting setting(random, histogram);
    const Kernel kernel = inPlace(setting);
    setting.interleaveInPlace(kernel);
  }
  histogram.print();
}
