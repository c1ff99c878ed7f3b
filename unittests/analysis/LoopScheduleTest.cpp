//===- LoopScheduleTest.cpp - When a schedule is legal --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopSchedule.h"

#include <map>

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

/// A product whose lhs goes through a ring: by lanes, or past them.
std::string product(bool isCopied, const std::string &count = "8") {
  const std::string way = isCopied ? R"(
    wave.copy %a at [%c0, %k] to %0 {tag = "load"} : <[M = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, <1, [M = 32, K = 16], f16>)"
                                   : R"(
    %3 = wave.read %a at [%c0, %k] {tag = "load"} : <[M = 32, K = 128], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 16], f16>
    wave.shared_write %3, %0 {tag = "put"} : <[M = 32, K = 16], f16>, <1, [M = 32, K = 16], f16>)";
  return R"(
wave.kernel @product(%a: !wave.memory<[M = 32, K = 128], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32], f16>) bindings {K = 128, M = 32} grid [1, 1, 1] {
  wave.tiling_constraint K tile 16
  %0 = wave.allocate "a" : <1, [M = 32, K = 16], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32], f16>
  %count = wave.index )" +
         count + R"(
  %c0 = wave.index 0
  %2 = wave.iterate K at %K count %count iter_args(%acc = %1) -> !wave.tile<[M = 32], f16> {
    %k = wave.index "$0 * 16" (%K))" +
         way + R"(
    %4 = wave.shared_read %0 {tag = "get"} : <1, [M = 32, K = 16], f16> -> <[M = 32, K = 16], f16>
    %5 = wave.reduce sum %4 init %acc along K {tag = "sum"} : <[M = 32, K = 16], f16>, !wave.tile<[M = 32], f16> -> <[M = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32], f16>
  }
  wave.write %2, %c at [%c0] : <[M = 32], f16>, <[M = 32], f16>
}
)";
}

/// One loop and a schedule of its tags.
class Scheduled {
public:
  Scheduled(const std::string &text, int64_t interval,
            const std::map<std::string, LoopSchedule::Time> &times)
      : kernel(text) {
    kernel.kernel().walk([&](ir::IterateOp op) { loop = op; });
    all = dependencesOf(kernel.kernel());
    schedule.interval = interval;
    schedule.trips = loop.getConstantCount();
    loop.walk([&](mlir::Operation *op) {
      if (auto tag = op->getAttrOfType<mlir::StringAttr>("tag"))
        schedule.times[op] = times.at(tag.str());
      if (auto read = mlir::dyn_cast<ir::SharedReadOp>(op))
        ring = read.getRing();
    });
    dependences = dependencesIn(loop, all);
  }

  int64_t slots() { return slotsFor(ring, schedule, dependences); }

  /// "get at 1, before 2"; empty for a legal one.
  std::string violation(int64_t slots) {
    const auto found = findViolation(schedule, dependences, [&](mlir::Value) { return slots; });
    return found ? found->dependence.to->getAttrOfType<mlir::StringAttr>("tag").str() + " at " +
                       std::to_string(found->reached) + ", before " + std::to_string(found->needed)
                 : "";
  }

  /// What attributes say is what was written.
  bool survivesAttributes() {
    writeSchedule(schedule, loop);
    const auto read = scheduleOf(loop);
    return read && read->interval == schedule.interval && read->stages() == schedule.stages() &&
           llvm::all_of(schedule.times, [&](const auto &entry) {
             return read->timeOf(entry.first) == schedule.timeOf(entry.first);
           });
  }

private:
  KernelText kernel;
  ir::IterateOp loop;
  mlir::Value ring;
  mlir::SmallVector<Dependence> all;
  mlir::SmallVector<LoopDependence> dependences;
  LoopSchedule schedule;
};

/// The seed's: loads and writes; reads and MMAs `stage` stages later.
Scheduled byLanes(int64_t stage) {
  return {product(false),
          2,
          {{"load", {0, 0}}, {"put", {0, 1}}, {"get", {stage, 0}}, {"sum", {stage, 1}}}};
}
Scheduled byCopies(int64_t stage, const std::string &count = "8") {
  return {product(true, count), 2, {{"load", {0, 0}}, {"get", {stage, 0}}, {"sum", {stage, 1}}}};
}

TEST(LoopSchedule, ASlotLivesFromTheWriteToTheLastRead) {
  for (int64_t stage : {1, 2, 3}) {
    EXPECT_EQ(byLanes(stage).slots(), stage);
    EXPECT_EQ(byCopies(stage).slots(), stage + 1); // a copy fills it from its begin on
  }
}

TEST(LoopSchedule, FewerSlotsAreNotLegal) {
  for (int64_t stage : {1, 2, 3}) {
    EXPECT_EQ(byLanes(stage).violation(stage), "");
    EXPECT_EQ(byCopies(stage).violation(stage + 1), "");
  }
  EXPECT_EQ(byLanes(2).violation(1), "put at 3, before 5");
  EXPECT_EQ(byCopies(1).violation(1), "load at 2, before 3");
  EXPECT_EQ(byCopies(3).violation(3), "load at 6, before 7");
}

TEST(LoopSchedule, ALoopThatIsShorterThanItsRingNeverWritesASlotAgain) {
  EXPECT_EQ(byCopies(1, "1").violation(1), "");
  EXPECT_EQ(byCopies(3, "3").violation(3), "");
  EXPECT_EQ(byCopies(3, "4").violation(3), "load at 6, before 7");
}

TEST(LoopSchedule, WhatIsWrittenIsReadAtLeastAPositionLater) {
  Scheduled same(product(false), 1,
                 {{"load", {0, 0}}, {"put", {0, 0}}, {"get", {0, 0}}, {"sum", {0, 0}}});
  EXPECT_EQ(same.violation(1), "get at 0, before 1");
  Scheduled swapped(product(false), 2,
                    {{"load", {1, 0}}, {"put", {1, 1}}, {"get", {0, 0}}, {"sum", {0, 1}}});
  EXPECT_EQ(swapped.violation(8), "get at 0, before 4");
}

TEST(LoopSchedule, AValueIsReadyAtItsOwnPosition) {
  Scheduled same(product(false), 3,
                 {{"load", {0, 0}}, {"put", {0, 0}}, {"get", {0, 1}}, {"sum", {0, 1}}});
  EXPECT_EQ(same.violation(1), "");
  Scheduled early(product(false), 3,
                  {{"load", {0, 0}}, {"put", {0, 0}}, {"get", {0, 2}}, {"sum", {0, 1}}});
  EXPECT_EQ(early.violation(1), "sum at 1, before 2");
}

TEST(LoopSchedule, IsWhatItsAttributesSay) {
  EXPECT_TRUE(byLanes(3).survivesAttributes());
  EXPECT_TRUE(byCopies(1).survivesAttributes());
}

TEST(LoopSchedule, AnOperationWithoutATimeHasThatOfItsFirstUser) {
  KernelText text(product(false));
  text.kernel().walk([&](ir::IterateOp loop) {
    EXPECT_FALSE(scheduleOf(loop));
    LoopSchedule schedule;
    schedule.interval = 2;
    loop.walk([&](mlir::Operation *op) {
      if (mlir::isa<ir::SharedWriteOp>(op))
        schedule.times[op] = {0, 1};
      if (mlir::isa<ir::ReduceOp>(op))
        schedule.times[op] = {1, 1};
    });
    writeSchedule(schedule, loop);
    const auto read = scheduleOf(loop);
    ASSERT_TRUE(read);
    loop.walk([&](mlir::Operation *op) {
      if (mlir::isa<ir::ReadOp>(op)) {
        EXPECT_EQ(read->timeOf(op), 1);
      }
      if (mlir::isa<ir::SharedReadOp>(op)) {
        EXPECT_EQ(read->timeOf(op), 3);
      }
    });
  });
}

} // namespace
} // namespace wave::analysis
