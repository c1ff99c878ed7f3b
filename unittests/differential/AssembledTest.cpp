//===- AssembledTest.cpp - What NVIDIA's assembler says of any kernel -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels become machine code: no product in place is spilled in the entry point that
// kernels are meant to be started by, no instruction waits for another without need (C75xx),
// nothing is refused.  100 for each chip where WAVE_TEST_PROGRAMS is 150; most of them are small,
// since LLVM and ptxas take a second or two for the largest, and a tenth of one for these.
//
//===----------------------------------------------------------------------===//

#include <cctype>
#include <cstdio>

#include <gtest/gtest.h>

#include "InPlaceKernel.h"
#include "RandomProgram.h"
#include "Setting.h"
#include "driver/CudaTools.h"

using namespace wave;
using namespace wave::test;

namespace {

struct Assembled {
  const char *target;
  int one;        ///< of so many programs is drawn in place
  bool isInPlace; ///< what is drawn to be so is
  double first;   ///< what its sums begin with
};

/// A row for each chip that there is machine code for.
const Assembled chips[] = {
    {.target = "cuda:sm_90a", .one = 2, .isInPlace = true, .first = 1},
    // Sums that a loop also uses are left to warps there, which hold as much as they are given.
    {.target = "cuda:sm_100a", .one = 2, .isInPlace = false, .first = 0}};

class AssembledKernels : public testing::TestWithParam<Assembled> {};

} // namespace

TEST_P(AssembledKernels, NeitherSpillNorWait) {
  if (cudaAssembler().kind == nvidia::Assembler::None)
    GTEST_SKIP() << "there is no ptxas here";
  const int count = testCount(100);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 433494437);
    Setting setting(random, histogram);
    const bool isDrawnInPlace = random.oneIn(GetParam().one);
    const Kernel kernel =
        isDrawnInPlace ? inPlaceFrom(setting, GetParam().first)
                       : RandomProgram(setting, Aim::Gpu, /*isSmall=*/!random.oneIn(32)).make();
    std::vector<std::string> refusals = {"mma-tile", "mma-unavailable", "shared-capacity",
                                         "too-many-registers"};
    // Of programs that are no products in place a lane may hold anything.
    if (!isDrawnInPlace || !GetParam().isInPlace)
      refusals.emplace_back("register-spill");
    setting.assemble(kernel, GetParam().target, refusals);
  }
  std::printf("%d kernels for %s\n", count, GetParam().target);
  histogram.print();
  if (count >= 15 && !HasFailure()) {
    EXPECT_GE(2 * histogram("assembled", "yes"), histogram.total("assembled"));
    EXPECT_GT(histogram("products", "in place"), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Chips, AssembledKernels, testing::ValuesIn(chips), [](const auto &info) {
  std::string name(info.param.target);
  for (char &c : name)
    c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});
