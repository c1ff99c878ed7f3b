//===- AssembledTest.cpp - What NVIDIA's assembler says of any kernel -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels, of all kinds that are simulated, become machine code: what the simulated chip
// accepts is assembled, no instruction waits for another without need (C75xx), and no product in
// place is spilled in the entry point that kernels are meant to be started by.  50 for each chip
// where WAVE_TEST_PROGRAMS is 150, 200 with script/test --full.
//
//===----------------------------------------------------------------------===//

#include <cctype>
#include <cstdio>

#include <gtest/gtest.h>

#include "InPlaceKernel.h"
#include "Setting.h"
#include "SimulatedKernels.h"
#include "driver/CudaTools.h"

using namespace wave;
using namespace wave::test;

namespace {

struct Assembled {
  const char *target, *simulated;
  bool isInPlace; ///< what is drawn to be so is: it never spills
};

/// A row for each chip that there is machine code for.
const Assembled chips[] = {
    {.target = "cuda:sm_90a", .simulated = "sim:h200", .isInPlace = true},
    // Sums that a loop also uses are left to warps there, which hold as much as they are given.
    {.target = "cuda:sm_100a", .simulated = "sim:b200", .isInPlace = false}};

class AssembledKernels : public testing::TestWithParam<Assembled> {};

} // namespace

TEST_P(AssembledKernels, WhatIsSimulatedIsAssembled) {
  if (cudaAssembler().kind == nvidia::Assembler::None)
    GTEST_SKIP() << "there is no ptxas here";
  const int count = testCount(50);
  Histogram histogram;
  for (int i = 0; i < count && !HasFailure(); ++i) {
    Random random(testSeed() + static_cast<uint64_t>(i) * 433494437);
    Setting setting(random, histogram);
    // About one in seven of the others is too: a small sample would have none under some seeds.
    const bool mustBeInPlace = i % 12 == 0;
    const int inPlaceBefore = histogram("kernel", "in place");
    const Kernel kernel = mustBeInPlace ? inPlace(setting) : anySimulated(setting);
    const bool isInPlace = mustBeInPlace || histogram("kernel", "in place") != inPlaceBefore;
    setting.assemble(kernel, GetParam().target, GetParam().simulated,
                     isInPlace && GetParam().isInPlace ? std::vector<std::string>{"no-spills"}
                                                       : std::vector<std::string>());
  }
  std::printf("%d kernels for %s\n", count, GetParam().target);
  histogram.print();
  if (count < 15 || HasFailure())
    return;
  EXPECT_GE(2 * histogram("assembled", "yes"), histogram.total("assembled"));
  EXPECT_GT(histogram("products", "in place"), 0);
  if (histogram.total("operands") < operandClasses())
    return;
  for (const std::string &name : operandClassNames())
    EXPECT_GE(100 * histogram("operands", name), histogram.total("operands")) << name << " is rare";
}

INSTANTIATE_TEST_SUITE_P(Chips, AssembledKernels, testing::ValuesIn(chips), [](const auto &info) {
  std::string name(info.param.target);
  for (char &c : name)
    c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});
