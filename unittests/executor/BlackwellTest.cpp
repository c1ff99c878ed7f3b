//===- BlackwellTest.cpp - Whole kernels for Blackwell, and broken ones ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlackwellGemm.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "TestKernel.h"
#include "differential/Random.h"
#include "mutation/NvidiaChanges.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

using mlir::Operation;

class EveryBlackwellGemm : public testing::TestWithParam<BlackwellGemm> {};

std::string nameOfTest(const testing::TestParamInfo<BlackwellGemm> &info) {
  return info.param.name;
}

const Options ordered[] = {{.order = Order::First},
                           {.order = Order::Last},
                           {.order = Order::Random, .seed = 1},
                           {.order = Order::Random, .seed = 2}};

TEST_P(EveryBlackwellGemm, IsRightAndClean) {
  BlackwellKernel kernel(GetParam());
  for (const Options &options : ordered) {
    const BlackwellResult result = kernel.run(kernel.module(), 512, 384, 256, options);
    EXPECT_TRUE(result.isRight);
    EXPECT_EQ(textOf(result.report), "");
  }
}

TEST_P(EveryBlackwellGemm, OfSizesThatTilesDoNotDivide) {
  BlackwellKernel kernel(GetParam());
  for (const Options &options : ordered) {
    const BlackwellResult result = kernel.run(kernel.module(), 330, 164, 88, options);
    EXPECT_TRUE(result.isRight);
    EXPECT_EQ(textOf(result.report), "");
  }
}

TEST_P(EveryBlackwellGemm, CountsItsProducts) {
  BlackwellKernel kernel(GetParam());
  const Counters counters = kernel.run(kernel.module(), 256, 128, 128, {}).report.counters;
  const bool isOfPair = GetParam().pairRows == 256;
  const std::map<std::string, uint64_t> expected = {
      {isOfPair ? "tcgen05.m256n128k16.f32.f16.f16" : "tcgen05.m128n128k16.f32.f16.f16",
       isOfPair ? 8 : 16}};
  EXPECT_EQ(counters.matrix, expected);
}

std::vector<Operation *> operationsOf(mlir::ModuleOp module) {
  std::vector<Operation *> found;
  module.walk([&](Operation *op) {
    if (op->getName().getStringRef().starts_with("nvvm."))
      found.push_back(op);
  });
  return found;
}

/// Mutations that nothing shows, with how often.
std::map<std::string, int> survivorsOf(BlackwellKernel &kernel) {
  std::map<std::string, int> survivors;
  const std::vector<Operation *> operations = operationsOf(kernel.module());
  size_t tried = 0;
  for (size_t i = 0; i < operations.size(); ++i)
    for (const test::Change &change : test::changesOf(operations[i])) {
      mlir::OwningOpRef<mlir::ModuleOp> changed = kernel.module().clone();
      change.apply(operationsOf(*changed)[i]);
      ++tried;
      const bool isSeen = std::ranges::any_of(ordered, [&](const Options &options) {
        const BlackwellResult result = kernel.run(*changed, 512, 256, 256, options);
        return !result.isRight || !result.report.isClean();
      });
      if (!isSeen)
        ++survivors[operations[i]->getName().getStringRef().str() + " " + change.kind];
    }
  EXPECT_GE(tried, 30u);
  return survivors;
}

class BarriersOfBlackwellGemm : public EveryBlackwellGemm {};

/// What need not be there:
/// - `bar.warp.sync`: the lanes of a wave are in step here, and only here.
/// - `tcgen05.relinquish_alloc_permit`: it is for other workgroups of the multiprocessor.
/// - One `tcgen05.fence`, behind the last loads: they have been waited for, and what follows behind
///   the barrier is `tcgen05.dealloc`, which is synchronous.  So it may be of the other side too.
TEST_P(BarriersOfBlackwellGemm, AreAllNeeded) {
  BlackwellKernel kernel(GetParam());
  std::map<std::string, int> expected = {{"nvvm.tcgen05.relinquish_alloc_permit deleted", 1}};
  if (GetParam().isPersistent)
    expected["nvvm.bar.warp.sync deleted"] = 1;
  else
    expected["nvvm.tcgen05.fence deleted"] = expected["nvvm.tcgen05.fence of the other side"] = 1;
  EXPECT_EQ(survivorsOf(kernel), expected);
}

INSTANTIATE_TEST_SUITE_P(Blackwell, EveryBlackwellGemm, testing::ValuesIn(blackwellGemms),
                         nameOfTest);
// Each is run some fifty times and more.
INSTANTIATE_TEST_SUITE_P(Blackwell, BarriersOfBlackwellGemm,
                         testing::ValuesIn(test::drawn(std::vector(std::begin(blackwellGemms),
                                                                   std::end(blackwellGemms)))),
                         nameOfTest);

} // namespace
} // namespace wave::executor
