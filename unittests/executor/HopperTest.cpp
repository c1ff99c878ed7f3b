//===- HopperTest.cpp - Whole kernels for Hopper, and without a barrier ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperGemm.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>

#include "TestKernel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
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

bool isOfBarrier(mlir::Operation *op) {
  const llvm::StringRef name = op->getName().getStringRef();
  if (auto text = llvm::dyn_cast<mlir::LLVM::InlineAsmOp>(op))
    return text.getAsmString().contains("wait_group");
  return name.starts_with("nvvm.mbarrier.") || name.starts_with("nvvm.fence") ||
         name.starts_with("nvvm.wgmma.fence") || name.starts_with("nvvm.wgmma.commit") ||
         name.starts_with("nvvm.wgmma.wait") || name.starts_with("nvvm.cp.async.bulk.commit") ||
         name.starts_with("nvvm.cp.async.bulk.wait") || name.starts_with("nvvm.bar");
}

std::vector<mlir::Operation *> barriersOf(mlir::ModuleOp module) {
  std::vector<mlir::Operation *> found;
  module.walk([&](mlir::Operation *op) {
    if (isOfBarrier(op))
      found.push_back(op);
  });
  return found;
}

/// A wait that is left out holds at once; values that it hands on are those it was given.
void removeBarrier(mlir::Operation *op) {
  if (op->getNumResults() == 1) {
    mlir::Value result = op->getResult(0);
    if (llvm::isa<mlir::LLVM::InlineAsmOp>(op)) {
      auto first = op->getOperand(0).getDefiningOp<mlir::LLVM::ExtractValueOp>();
      result.replaceAllUsesWith(first.getContainer());
    } else {
      mlir::OpBuilder builder(op);
      result.replaceAllUsesWith(mlir::LLVM::ConstantOp::create(
          builder, op->getLoc(), builder.getI1Type(), builder.getBoolAttr(true)));
    }
  }
  op->erase();
}

/// Operations whose absence nothing shows, with how often.
std::map<std::string, int> survivorsOf(HopperKernel &kernel) {
  std::map<std::string, int> survivors;
  const size_t count = barriersOf(kernel.module()).size();
  EXPECT_GE(count, 30u);
  for (size_t i = 0; i < count; ++i) {
    mlir::OwningOpRef<mlir::ModuleOp> changed = kernel.module().clone();
    mlir::Operation *op = barriersOf(*changed)[i];
    const std::string name = op->getName().getStringRef().str();
    removeBarrier(op);
    const bool isSeen = std::ranges::any_of(ordered, [&](const Options &options) {
      const HopperResult result = kernel.run(*changed, 384, 256, 256, 1, options);
      return !result.isRight || !result.report.isClean();
    });
    if (!isSeen)
      ++survivors[name];
  }
  return survivors;
}

/// What need not be there:
/// - `bar.warp.sync`: the lanes of a wave are in step here, and only here.
/// - One `wgmma.fence`, of the loop: between products that add to the same sums the PTX ISA asks
///   for none.
/// - `cp.async.bulk.wait_group` at the end of the warps that multiply: they store nothing.
/// - One of two waits for all products, one behind the other, where a tile has two halves.
class BarriersOfHopperGemm : public EveryHopperGemm {};

/// All kernels, or one of them where tests are a sample: each is run some fifty times.
std::vector<HopperGemm> tried() {
  const char *given = std::getenv("WAVE_TEST_PROGRAMS");
  const bool isSample = given && std::atoi(given) < 150;
  return {std::begin(hopperGemms),
          isSample ? std::next(std::begin(hopperGemms)) : std::end(hopperGemms)};
}

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
INSTANTIATE_TEST_SUITE_P(Hopper, BarriersOfHopperGemm, testing::ValuesIn(tried()), nameOfTest);

} // namespace
} // namespace wave::executor
