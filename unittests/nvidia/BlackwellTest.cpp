//===- BlackwellTest.cpp - Kernels with tensor memory become cubins -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that the executor runs (unittests/executor/blackwell).
//
//===----------------------------------------------------------------------===//

#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "TargetForm.h"

namespace wave::nvidia {
namespace {

class EveryBlackwellKernel : public testing::TestWithParam<const char *> {};

TEST_P(EveryBlackwellKernel, IsAssembledWithoutLoss) {
  std::ifstream file(std::string(WAVE_BLACKWELL_KERNELS "/") + GetParam() + ".mlir");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const Object made = objectOf(text, testAssembler(), "sm_100a");
  ASSERT_EQ(made.entries.size(), 1u);
  EXPECT_TRUE(made.isCubin);
  EXPECT_EQ(made.entries[0].name, "gemm");
  EXPECT_EQ(made.entries[0].spillStores, 0);
  EXPECT_EQ(made.entries[0].stackBytes, 0);
}

INSTANTIATE_TEST_SUITE_P(Blackwell, EveryBlackwellKernel,
                         testing::Values("gemm_tile", "gemm_tiles", "gemm_pair"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
} // namespace wave::nvidia
