//===- LaunchesTest.cpp - One kernel, called by many ----------------------===//
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

TEST(Launches, OneKernelFromSixteenThreads) {
  Memory a("a", {M, K}, f16), b("b", {N, K}, f16), c("c", {M, N}, f32);
  const Constraints constraints{WorkgroupConstraint{M, 16, 0}, WorkgroupConstraint{N, 16, 1},
                                TilingConstraint{K, 8}};
  const Kernel kernel("gemm", {a, b, c}, constraints, [&] {
    Register zero({M, N}, f32, 0);
    write(iterate({.axis = K}, {zero}, [&](Register sum) { return mma(read(a), read(b), sum); }),
          c);
  });
  const CompiledKernel compiled = wave_compile({.subs = {M = 50, N = 40, K = 30}}, kernel);
  const Tensor x = Tensor::randn({50, 30}, f16, 1), y = Tensor::randn({40, 30}, f16, 2);
  const Tensor expected = Tensor::zeros({50, 40}, f32);
  compiled.launch({x, y, expected}, {.threads = 1});
  std::atomic<int> wrong{0};
  inThreads(16, [&](int thread) {
    Tensor z = Tensor::zeros({50, 40}, f32);
    for (int i = 0; i < times(200); ++i) {
      z.fill(-1);
      compiled.launch({x, y, z}, {.threads = static_cast<unsigned>(thread + i) % 5});
      wrong += max_abs_difference(z, expected) != 0;
    }
  });
  EXPECT_EQ(wrong.load(), 0);
}

/// Copies keep the code alive, whoever compiled it and whatever the cache drops.
TEST(Launches, CodeOutlivesItsCompile) {
  CompiledKernel survivor = wave_compile({.subs = {M = 70}}, plusOne());
  inThreads(4, [&](int thread) {
    for (int i = 0; i < times(80); ++i)
      wave_compile({.subs = {M = 40'000 + thread * 100 + i}}, plusOne());
  });
  EXPECT_TRUE(isPlusOne(survivor, 70, 3));
}

} // namespace
