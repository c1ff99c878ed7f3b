//===- ForkTest.cpp - Children of a process that has compiled -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <atomic>

#include <gtest/gtest.h>

#include "Stress.h"

using namespace wave;
using namespace wave::stress;

namespace {

TEST(Fork, AChildLaunchesSharesAndCompiles) {
  const Kernel kernel = plusOne();
  const CompiledKernel compiled = wave_compile({.subs = {M = 300}}, kernel);
  ASSERT_TRUE(isPlusOne(compiled, 300, 4));
  EXPECT_TRUE(holdsInChild([&] {
    const uint64_t before = compile_statistics().compiles;
    const CompiledKernel shared = wave_compile({.subs = {M = 300}}, kernel);
    const CompiledKernel fresh = wave_compile({.subs = {M = 301}}, plusOne());
    return compile_statistics().compiles == before + 1 && &shared.impl() == &compiled.impl() &&
           isPlusOne(compiled, 300, 4) && isPlusOne(fresh, 301, 4) &&
           !fresh.emit(Stage::Object).empty() && holdsInChild([&] {
             return isPlusOne(wave_compile({.subs = {M = 302}}, kernel), 302, 3);
           });
  }));
  EXPECT_TRUE(isPlusOne(wave_compile({.subs = {M = 302}}, kernel), 302, 4));
}

/// The compiler is busy in four threads whenever the process forks.
TEST(Fork, WhileOthersCompile) {
  const Kernel kernel = plusOne();
  std::atomic<bool> stop{false};
  std::atomic<int> compiles{0}, failures{0};
  std::thread forks([&] {
    for (int i = 0; i < times(20); ++i) {
      failures += !holdsInChild([&] {
        // The first ones may be under way in the parent.
        for (int64_t size = 50'000 + i; size < 50'004 + i; ++size)
          if (!isPlusOne(wave_compile({.subs = {M = size}}, kernel), size, 2))
            return false;
        return true;
      });
    }
    stop = true;
  });
  inThreads(4, [&](int) {
    for (int64_t size = 50'000; !stop; ++size, ++compiles)
      failures += !isPlusOne(wave_compile({.subs = {M = size}}, kernel), size);
  });
  forks.join();
  EXPECT_EQ(failures.load(), 0);
  EXPECT_GT(compiles.load(), 0);
}

} // namespace
