//===- ChainedMmasTest.cpp - Interpreter = executor, MMAs that go on ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>

#include <gtest/gtest.h>

#include "ChainedMmas.h"

using namespace wave;
using namespace wave::test;

namespace {

/// On the CPU and on every simulated chip.
Histogram agree(const char *what, Kernel (*make)(Setting &), int most,
                const std::vector<std::string> &refusals) {
  const int count = atMostCount(most);
  Histogram histogram;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 15485863);
    Setting setting(random, histogram);
    Kernel kernel = make(setting);
    setting.run(kernel, {2});
    for (const std::vector<std::string> &chips :
         {simulatedHopper, simulatedBlackwell, simulatedCdna})
      setting.simulate(kernel, refusals, chips);
  }
  std::printf("%s, %d cases\n", what, count);
  histogram.print();
  return histogram;
}

} // namespace

TEST(ChainedMmas, Attention) {
  agree("chained", chainedMmas, 12, {"shared-capacity", "too-many-registers"});
}

TEST(ChainedMmas, ManyDimensions) {
  agree("many dimensions", manyDimensions, 16, {"shared-capacity", "too-many-registers"});
}
