//===- PersistentTilesTest.cpp - Persistent loops over the wrong tiles ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two workgroups take tiles in turn.  Where the loops of all roles step by one tile, or end a
// tile early, the mutant computes right values, twice, or leaves what was in memory: the executor
// has to show it in any order.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "Cases.h"
#include "Subject.h"

using namespace mlir;
using namespace wave;
using namespace wave::test;

namespace {

constexpr int64_t workgroups = 2;

LLVM::ConstantOp constantOf(Value value, int64_t number) {
  auto constant = value.getDefiningOp<LLVM::ConstantOp>();
  auto attribute = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return attribute && attribute.getInt() == number ? constant : LLVM::ConstantOp();
}

void setOperand(Operation *op, unsigned number, int64_t value) {
  OpBuilder builder(op);
  op->setOperand(number, LLVM::ConstantOp::create(builder, op->getLoc(),
                                                  op->getOperand(number).getType(), value));
}

/// Of how many loops over tiles the step, or the end, is another one now.
int changeLoops(ModuleOp module, int64_t tiles, std::optional<int64_t> step,
                std::optional<int64_t> end) {
  int changed = 0;
  module.walk([&](scf::WhileOp loop) {
    auto test = loop.getConditionOp().getCondition().getDefiningOp<LLVM::ICmpOp>();
    if (!test || !constantOf(test.getRhs(), tiles))
      return;
    for (Value next : loop.getYieldOp().getOperands())
      if (auto sum = next.getDefiningOp<LLVM::AddOp>();
          sum && step && constantOf(sum.getRhs(), workgroups)) {
        setOperand(sum, 1, *step);
        ++changed;
      }
    if (end) {
      setOperand(test, 1, *end);
      ++changed;
    }
  });
  return changed;
}

/// A chip, and as many tiles as its case has.
class PersistentTiles : public testing::TestWithParam<std::pair<const char *, int64_t>> {};

TEST_P(PersistentTiles, AreWrittenOnceEach) {
  const auto &[name, tiles] = GetParam();
  const std::string chip = name;
  const bool isAmd = chip.starts_with("mi");
  for (const Case &kernelCase : isAmd ? casesForAmd() : casesForNvidia()) {
    if (kernelCase.name != "tiles by choice")
      continue;
    for (const Version arguments : {Version::Full, Version::Any}) {
      const Subject subject(kernelCase, chip, {"none", 0}, arguments);
      ASSERT_EQ(subject.defectOf(subject.module(), 2), "") << subject.name();
      const auto defect = [&, count = tiles](std::optional<int64_t> step,
                                             std::optional<int64_t> end) {
        OwningOpRef<ModuleOp> changed = subject.module().clone();
        EXPECT_GT(changeLoops(*changed, count, step, end), 0) << subject.text();
        return subject.defectOf(*changed, 1);
      };
      EXPECT_EQ(defect(1, std::nullopt), "written-twice") << subject.name();
      EXPECT_EQ(defect(std::nullopt, tiles - 1), "never-written") << subject.name();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(On, PersistentTiles,
                         testing::Values(std::pair("mi300x", int64_t{18}),
                                         std::pair("h200", int64_t{9}),
                                         std::pair("b200", int64_t{9})));

} // namespace
