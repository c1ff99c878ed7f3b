//===- RegionBranchTest.cpp - Where control flows in loops, ifs and roles -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

using namespace mlir;

std::string kernel(const std::string &body) {
  return R"(
wave.kernel @k(%a: !wave.memory<[M = 32, K = 32], f16>)
    bindings {K = 32, M = 32}
    grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 1, 1, 1>}
)" + body +
         "}\n";
}

/// The start values of a loop's counter and of what it carries, and the step of its counter.
const std::string values = R"(
  %c0 = wave.index 0
  %c2 = wave.index 2
  %n = wave.workgroup_id 0
  %x0 = wave.register 0.0 : f16 : <[M = 32], f16>
)";

template <typename Op> Op firstIn(KernelText &text) {
  Op found;
  text.kernel().walk([&](Op op) { found = found ? found : op; });
  return found;
}

std::vector<RegionSuccessor> successorsOf(RegionBranchOpInterface op, RegionBranchPoint point) {
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  return {successors.begin(), successors.end()};
}

RegionBranchPoint endOf(Region &region) {
  return cast<RegionBranchTerminatorOpInterface>(region.front().getTerminator());
}

/// "0 out" for region 0 and what comes after the operation.
std::string text(const std::vector<RegionSuccessor> &successors) {
  std::string text;
  for (const RegionSuccessor &each : successors)
    text += (text.empty() ? "" : " ") +
            (each.isParent() ? "out" : std::to_string(each.getSuccessor()->getRegionNumber()));
  return text;
}

/// What is forwarded to each input of a successor: those of an edge agree in number.
void expectForwarded(RegionBranchOpInterface op, RegionBranchPoint point, const RegionSuccessor &to,
                     std::vector<Value> inputs, std::vector<Value> operands) {
  const ValueRange found = to.getSuccessorInputs();
  EXPECT_EQ(std::vector<Value>(found.begin(), found.end()), inputs);
  const OperandRange forwarded = op.getSuccessorOperands(point, to);
  EXPECT_EQ(std::vector<Value>(forwarded.begin(), forwarded.end()), operands);
}

TEST(RegionBranch, ACountedLoopForwardsWhatItCarriesAndNotItsCounter) {
  KernelText program(kernel(values + R"(
  %r = wave.iterate T at %t count %n iter_args(%x = %x0) -> !wave.tile<[M = 32], f16> {
    %y = wave.add %x, %x : <[M = 32], f16>, <[M = 32], f16> -> <[M = 32], f16>
    wave.yield %y : !wave.tile<[M = 32], f16>
  }
)"));
  auto loop = firstIn<ir::IterateOp>(program);
  auto op = cast<RegionBranchOpInterface>(loop.getOperation());
  const auto entered = successorsOf(op, RegionBranchPoint::parent());
  ASSERT_EQ(text(entered), "0 out");
  expectForwarded(op, RegionBranchPoint::parent(), entered[0], {loop.getCarried()[0]},
                  {loop.getInit()[0]});
  expectForwarded(op, RegionBranchPoint::parent(), entered[1], {loop.getResult(0)},
                  {loop.getInit()[0]});
  const auto left = successorsOf(op, endOf(loop.getBody()));
  ASSERT_EQ(text(left), "0 out");
  const Value yielded = loop.getYield().getValues()[0];
  expectForwarded(op, endOf(loop.getBody()), left[0], {loop.getCarried()[0]}, {yielded});
  expectForwarded(op, endOf(loop.getBody()), left[1], {loop.getResult(0)}, {yielded});
  EXPECT_TRUE(op.hasLoop());
}

TEST(RegionBranch, PredecessorsAreTheOtherEndsOfSuccessors) {
  KernelText program(kernel(values + R"(
  %r = wave.iterate T at %t count %n iter_args(%x = %x0) -> !wave.tile<[M = 32], f16> {
    %y = wave.add %x, %x : <[M = 32], f16>, <[M = 32], f16> -> <[M = 32], f16>
    wave.yield %y : !wave.tile<[M = 32], f16>
  }
)"));
  auto loop = firstIn<ir::IterateOp>(program);
  auto op = cast<RegionBranchOpInterface>(loop.getOperation());
  for (const RegionSuccessor &to : successorsOf(op, RegionBranchPoint::parent())) {
    SmallVector<RegionBranchPoint> points;
    op.getPredecessors(to, points);
    ASSERT_EQ(points.size(), 2u);
    EXPECT_TRUE(points[0].isParent());
    EXPECT_EQ(points[1].getTerminatorPredecessorOrNull(), loop.getYield().getOperation());
    SmallVector<Value> values;
    op.getPredecessorValues(to, 0, values);
    EXPECT_EQ(values, (SmallVector<Value>{loop.getInit()[0], loop.getYield().getValues()[0]}));
  }
  SmallVector<RegionSuccessor> entered, left;
  op.getEntrySuccessorRegions({}, entered);
  EXPECT_EQ(text({entered.begin(), entered.end()}), "0 out");
  cast<RegionBranchTerminatorOpInterface>(loop.getYield().getOperation())
      .getSuccessorRegions({}, left);
  EXPECT_EQ(text({left.begin(), left.end()}), "0 out");
  EXPECT_TRUE(op.isRepetitiveRegion(0));
}

TEST(RegionBranch, AKnownCountSaysWhetherTheBodyIsEntered) {
  for (const auto &[count, entered] : {std::pair("8", "0"), {"1", "0"}, {"0", "0 out"}}) {
    KernelText program(kernel("  %n = wave.index " + std::string(count) +
                              "\n  wave.iterate T at %t count %n {\n  }\n"));
    auto op = cast<RegionBranchOpInterface>(firstIn<ir::IterateOp>(program).getOperation());
    EXPECT_EQ(text(successorsOf(op, RegionBranchPoint::parent())), entered) << count;
    EXPECT_EQ(text(successorsOf(op, endOf(op->getRegion(0)))), "0 out") << count;
  }
}

// In forms before the bound one.
TEST(RegionBranch, ALoopWithoutACountMayBeSkipped) {
  KernelText program(kernel("  wave.iterate K {\n  }\n"));
  auto op = cast<RegionBranchOpInterface>(firstIn<ir::IterateOp>(program).getOperation());
  EXPECT_EQ(text(successorsOf(op, RegionBranchPoint::parent())), "0 out");
}

// The loop defines its counter, from `start` and `next`.
TEST(RegionBranch, ALoopWithAConditionForwardsWhatItCarries) {
  KernelText program(kernel(values + R"(
  %r:2 = wave.iterate T at %t from %n while "$0 < 8" iter_args(%x = %x0, %i = %c0) -> (!wave.tile<[M = 32], f16>, index) {
    %next = wave.index "$0 + 2" (%t)
    %j = wave.index "$0 + 1" (%i)
    wave.yield next %next %x, %j : !wave.tile<[M = 32], f16>, index
  }
)"));
  auto loop = firstIn<ir::IterateOp>(program);
  auto op = cast<RegionBranchOpInterface>(loop.getOperation());
  const auto entered = successorsOf(op, RegionBranchPoint::parent());
  ASSERT_EQ(text(entered), "0 out");
  const std::vector<Value> arguments(loop.getCarried().begin(), loop.getCarried().end());
  const std::vector<Value> results(loop->result_begin(), loop->result_end());
  const std::vector<Value> init(loop.getInit().begin(), loop.getInit().end());
  expectForwarded(op, RegionBranchPoint::parent(), entered[0], arguments, init);
  expectForwarded(op, RegionBranchPoint::parent(), entered[1], results, init);
  ir::YieldOp yield = loop.getYield();
  const auto left = successorsOf(op, endOf(loop.getBody()));
  ASSERT_EQ(text(left), "0 out");
  const std::vector<Value> yielded(yield.getValues().begin(), yield.getValues().end());
  expectForwarded(op, endOf(loop.getBody()), left[0], arguments, yielded);
  expectForwarded(op, endOf(loop.getBody()), left[1], results, yielded);
}

TEST(RegionBranch, AnIfTakesOneOfItsRegions) {
  KernelText program(kernel(values + R"(
  %some = wave.index "$0 < 1" (%n)
  %r = wave.if %some -> (!wave.tile<[M = 32], f16>) {
    %y = wave.add %x0, %x0 : <[M = 32], f16>, <[M = 32], f16> -> <[M = 32], f16>
    wave.yield %y : !wave.tile<[M = 32], f16>
  } else {
    wave.yield %x0 : !wave.tile<[M = 32], f16>
  }
)"));
  auto branch = firstIn<ir::IfOp>(program);
  auto op = cast<RegionBranchOpInterface>(branch.getOperation());
  const auto entered = successorsOf(op, RegionBranchPoint::parent());
  ASSERT_EQ(text(entered), "0 1");
  for (const RegionSuccessor &each : entered)
    expectForwarded(op, RegionBranchPoint::parent(), each, {}, {});
  for (Region &region : op->getRegions()) {
    const auto left = successorsOf(op, endOf(region));
    ASSERT_EQ(text(left), "out");
    expectForwarded(op, endOf(region), left[0], {branch.getResult(0)},
                    {region.front().getTerminator()->getOperand(0)});
  }
  EXPECT_FALSE(op.hasLoop());
}

// A wave of the role is done after its body; any other one goes on after the role.
TEST(RegionBranch, ARoleIsEnteredOrPassed) {
  KernelText program(kernel("  wave.role \"load\" waves 1 {\n    %c0 = wave.index 0\n  }\n"));
  auto op = cast<RegionBranchOpInterface>(firstIn<ir::RoleOp>(program).getOperation());
  EXPECT_EQ(text(successorsOf(op, RegionBranchPoint::parent())), "0 out");
  SmallVector<RegionSuccessor> left;
  op.getSuccessorRegions(op->getRegion(0), left);
  EXPECT_TRUE(left.empty());
  EXPECT_FALSE(op.hasLoop());
}

} // namespace
} // namespace wave::analysis
