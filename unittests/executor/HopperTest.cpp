//===- HopperTest.cpp - Whole kernels for Hopper, and without a barrier ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperGemm.h"

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

class EveryHopperGemm : public testing::TestWithParam<HopperGemm> {};

std::string nameOfTest(const testing::TestParamInfo<HopperGemm> &info) { return info.param.name; }

const Options ordered[] = {{.order = Order::First},
                           {.order = Order::Last},
                           {.order = Order::Random, .seed = 1},
                           {.order = Order::Random, .seed = 2}};

TEST_P(EveryHopperGemm, IsRightAndClean) {
  HopperKernel kernel(GetParam());
  for (const Options &options : ordered) {
    const HopperResult result = kernel.run(kernel.module(), 512, 512, 256, 2, options);
    EXPECT_TRUE(result.isRight);
    EXPECT_EQ(textOf(result.report), "");
  }
}

TEST_P(EveryHopperGemm, OfSizesThatTilesDoNotDivide) {
  HopperKernel kernel(GetParam());
  const HopperResult result = kernel.run(kernel.module(), 200, 328, 88, 3, {});
  EXPECT_TRUE(result.isRight);
  EXPECT_EQ(textOf(result.report), "");
}

std::vector<mlir::Operation *> operationsOf(mlir::ModuleOp module) {
  std::vector<mlir::Operation *> found;
  module.walk([&](mlir::Operation *op) { found.push_back(op); });
  return found;
}

/// Operations whose absence nothing shows, with how often.
std::map<std::string, int> survivorsOf(HopperKernel &kernel) {
  std::map<std::string, int> survivors;
  const std::vector<mlir::Operation *> operations = operationsOf(kernel.module());
  size_t tried = 0;
  for (size_t i = 0; i < operations.size(); ++i)
    for (const test::Change &change : test::changesOf(operations[i])) {
      if (change.kind != "deleted")
        continue;
      mlir::OwningOpRef<mlir::ModuleOp> changed = kernel.module().clone();
      change.apply(operationsOf(*changed)[i]);
      ++tried;
      const bool isSeen = std::ranges::any_of(ordered, [&](const Options &options) {
        const HopperResult result = kernel.run(*changed, 384, 256, 256, 1, options);
        return !result.isRight || !result.report.isClean();
      });
      if (!isSeen)
        ++survivors[operations[i]->getName().getStringRef().str()];
    }
  EXPECT_GE(tried, 30u);
  return survivors;
}

/// What need not be there:
/// - `bar.warp.sync`: the lanes of a wave are in step here, and only here.
/// - One `wgmma.fence`, of the loop: between products that add to the same sums the PTX ISA asks
///   for none.
/// - `cp.async.bulk.wait_group` at the end of the warps that multiply: they store nothing.
/// - One of two waits for all products, one behind the other, where a tile has two halves.
class BarriersOfHopperGemm : public EveryHopperGemm {};

TEST_P(BarriersOfHopperGemm, AreAllNeeded) {
  const HopperGemm &gemm = GetParam();
  const bool hasHalves = gemm.rowsOfA == 256;
  std::map<std::string, int> expected = {
      {"nvvm.bar.warp.sync", hasHalves || gemm.out == f32 ? 2 : 1},
      {"nvvm.cp.async.bulk.wait_group", 1},
      {"nvvm.wgmma.fence.aligned", 1}};
  if (hasHalves)
    expected["llvm.inline_asm"] = 2;
  HopperKernel kernel(gemm);
  EXPECT_EQ(survivorsOf(kernel), expected);
}

INSTANTIATE_TEST_SUITE_P(Hopper, EveryHopperGemm, testing::ValuesIn(hopperGemms), nameOfTest);
// Each is run some fifty times and more.
INSTANTIATE_TEST_SUITE_P(Hopper, BarriersOfHopperGemm,
                         testing::ValuesIn(test::drawn(std::vector(std::begin(hopperGemms),
                                                                   std::end(hopperGemms)))),
                         nameOfTest);

} // namespace
} // namespace wave::executor
