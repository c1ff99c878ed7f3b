//===- BlackwellTest.cpp - Whole kernels for Blackwell, and broken ones ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlackwellGemm.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "TestKernel.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

namespace wave::executor {
namespace {

using mlir::Operation;
using mlir::Value;

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

/// A change of one operation that some run has to show.
struct Mutation {
  std::string name;
  std::function<void(Operation *)> apply;
};

Value constantBefore(Operation *op, mlir::Type type, int64_t value) {
  mlir::OpBuilder builder(op);
  return mlir::LLVM::ConstantOp::create(builder, op->getLoc(), type,
                                        builder.getIntegerAttr(type, value));
}

/// A wait that is left out holds at once.
void remove(Operation *op) {
  if (op->getNumResults() == 1)
    op->getResult(0).replaceAllUsesWith(constantBefore(op, op->getResult(0).getType(), 1));
  op->erase();
}

int64_t constantIn(Value value) {
  auto constant = value.getDefiningOp<mlir::LLVM::ConstantOp>();
  return llvm::cast<mlir::IntegerAttr>(constant.getValue()).getInt();
}

/// Another number for an operand that is constant.
std::function<void(Operation *)> replace(unsigned operand, std::function<int64_t(int64_t)> by) {
  return [=](Operation *op) {
    const Value before = op->getOperand(operand);
    op->setOperand(operand, constantBefore(op, before.getType(), by(constantIn(before))));
  };
}

void flipParity(Operation *op) {
  mlir::OpBuilder builder(op);
  const Value one = constantBefore(op, op->getOperand(1).getType(), 1);
  op->setOperand(1, mlir::LLVM::XOrOp::create(builder, op->getLoc(), op->getOperand(1), one));
}

std::vector<Mutation> mutationsOf(Operation *op) {
  namespace nvvm = mlir::NVVM;
  const std::string name = op->getName().getStringRef().substr(5).str();
  std::vector<Mutation> mutations;
  auto add = [&](const char *how, std::function<void(Operation *)> apply) {
    mutations.push_back({name + how, std::move(apply)});
  };
  if (name.starts_with("mbarrier.") || name.starts_with("fence.") || name.starts_with("bar") ||
      name.starts_with("cluster.") || name == "tcgen05.alloc" || name == "tcgen05.dealloc" ||
      name == "tcgen05.commit" || name == "tcgen05.wait" || name == "tcgen05.fence" ||
      name == "tcgen05.relinquish_alloc_permit")
    add("", remove);
  if (llvm::isa<nvvm::MBarrierTryWaitOp>(op))
    add(" of the other parity", flipParity);
  if (llvm::isa<nvvm::MBarrierInitOp>(op))
    add(" for one more", replace(1, [](int64_t count) { return count + 1; }));
  if (auto init = llvm::dyn_cast<nvvm::MBarrierInitOp>(op); init && constantIn(init.getCount()) > 1)
    add(" for one fewer", replace(1, [](int64_t count) { return count - 1; }));
  if (llvm::isa<nvvm::MBarrierArriveExpectTxOp>(op)) {
    add(" of more bytes", replace(1, [](int64_t bytes) { return bytes + 128; }));
    add(" of fewer bytes", replace(1, [](int64_t bytes) { return bytes - 128; }));
  }
  if (llvm::isa<nvvm::Tcgen05AllocOp>(op))
    add(" of half", replace(1, [](int64_t columns) { return columns / 2; }));
  if (llvm::isa<nvvm::Tcgen05DeallocOp>(op))
    add(" of half", replace(1, [](int64_t columns) { return columns / 2; }));
  if (auto commit = llvm::dyn_cast<nvvm::Tcgen05CommitOp>(op); commit && commit.getMulticastMask())
    for (int64_t mask : {1, 2})
      add(mask == 1 ? " to the first" : " to the second",
          replace(1, [=](int64_t) { return mask; }));
  return mutations;
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
    for (const Mutation &mutation : mutationsOf(operations[i])) {
      mlir::OwningOpRef<mlir::ModuleOp> changed = kernel.module().clone();
      mutation.apply(operationsOf(*changed)[i]);
      ++tried;
      const bool isSeen = std::ranges::any_of(ordered, [&](const Options &options) {
        const BlackwellResult result = kernel.run(*changed, 512, 256, 256, options);
        return !result.isRight || !result.report.isClean();
      });
      if (!isSeen)
        ++survivors[mutation.name];
    }
  EXPECT_GE(tried, 30u);
  return survivors;
}

/// What need not be there:
/// - `bar.warp.sync`: the lanes of a wave are in step here, and only here.
/// - `tcgen05.relinquish_alloc_permit`: it is for other workgroups of the multiprocessor.
/// - One `tcgen05.fence`, behind the last loads: they have been waited for, and what follows behind
///   the barrier is `tcgen05.dealloc`, which is synchronous.
TEST_P(EveryBlackwellGemm, NeedsAllItsBarriers) {
  BlackwellKernel kernel(GetParam());
  std::map<std::string, int> expected = {{"tcgen05.relinquish_alloc_permit", 1}};
  if (GetParam().isPersistent)
    expected["bar.warp.sync"] = 1;
  else
    expected["tcgen05.fence"] = 1;
  EXPECT_EQ(survivorsOf(kernel), expected);
}

INSTANTIATE_TEST_SUITE_P(Blackwell, EveryBlackwellGemm, testing::ValuesIn(blackwellGemms),
                         nameOfTest);

} // namespace
} // namespace wave::executor
