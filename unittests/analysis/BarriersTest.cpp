//===- BarriersTest.cpp - What waves may do at the same time --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/Barriers.h"
#include "analysis/PendingFlow.h"

#include <gtest/gtest.h>

#include "KernelText.h"

namespace wave::analysis {
namespace {

/// Two waves write a slot of a ring in shared memory, then what `between` says, and read it.
std::string ring(const std::string &between, const std::string &slot = "") {
  return R"(
wave.kernel @ring(%a: !wave.memory<[M = 32, K = 32], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32, K = 32], f16>)
    bindings {K = 32, M = 32}
    grid [1, 1, 1] {
  wave.wave_constraint M tile 16
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 32, K = 32], f16>
  %i0 = wave.index 0
  %i1 = wave.index 1
  %1 = wave.read %a at [%i0, %i0] : <[M = 32, K = 32], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
  wave.shared_write %1, %0 slot %i0 : <[M = 32, K = 32], f16>, <2, [M = 32, K = 32], f16>
)" + between +
         "  %2 = wave.shared_read %0 slot " + (slot.empty() ? "%i0" : slot) +
         R"( : <2, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
  wave.write %2, %c at [%i0, %i0] : <[M = 32, K = 32], f16>, <[M = 32, K = 32], f16>
}
)";
}

/// "shared_write, shared_read" for each pair that needs a barrier between.
std::vector<std::string> conflicts(const std::string &text) {
  KernelText kernel(text);
  std::vector<std::string> found;
  findConflicts(kernel.kernel(), [&](const Conflict &conflict) {
    found.push_back(conflict.first->getName().stripDialect().str() + ", " +
                    conflict.second->getName().stripDialect().str());
  });
  return found;
}

using Pairs = std::vector<std::string>;

TEST(Barriers, WhatOneWaveWritesAnotherReads) {
  EXPECT_EQ(conflicts(ring("")), Pairs{"shared_write, shared_read"});
}

TEST(Barriers, OneBetweenThemIsEnough) { EXPECT_EQ(conflicts(ring("  wave.barrier\n")), Pairs{}); }

TEST(Barriers, AnotherSlotIsAnotherPlace) { EXPECT_EQ(conflicts(ring("", "%i1")), Pairs{}); }

TEST(Barriers, ReadingTwiceNeedsNone) {
  EXPECT_EQ(conflicts(ring(
                "  wave.barrier\n  %9 = wave.shared_read %0 slot %i0 : <2, [M = 32, K = 32], f16> "
                "-> <[M = 32, K = 32], f16>\n")),
            Pairs{});
}

//===----------------------------------------------------------------------===//
// Halves that are apart
//===----------------------------------------------------------------------===//

/// The second half of the waves is a barrier behind; each reads the slot, passes what `between`
/// says and writes it again.
std::string apart(const std::string &between, const std::string &before = "  wave.barrier\n",
                  const std::string &end = "  wave.barrier half <first>\n") {
  return ring(
      before +
      "  wave.barrier half <second>\n"
      "  %8 = wave.shared_read %0 slot %i0 : <2, [M = 32, K = 32], f16> -> <[M = 32, K = "
      "32], f16>\n" +
      between +
      "  wave.shared_write %8, %0 slot %i0 : <[M = 32, K = 32], f16>, <2, [M = 32, K = 32], "
      "f16>\n  wave.barrier\n  wave.barrier\n" +
      end);
}

TEST(Barriers, HalvesThatAreABarrierApartNeedTwo) {
  EXPECT_EQ(conflicts(apart("  wave.barrier\n  wave.barrier\n")), Pairs{});
  EXPECT_EQ(conflicts(apart("  wave.barrier\n")), Pairs{"shared_read, shared_write"});
  EXPECT_EQ(conflicts(apart("")), Pairs{"shared_read, shared_write"});
}

TEST(Barriers, OfHalvesThatAreApartTheMissingOnesAreCounted) {
  for (const auto &[between, missing] : {std::pair("", 2), std::pair("  wave.barrier\n", 1)}) {
    KernelText kernel(apart(between));
    findConflicts(kernel.kernel(), [&](const Conflict &conflict) {
      EXPECT_EQ(conflict.missing, missing) << between;
      EXPECT_EQ(conflict.place, nullptr);
    });
  }
}

TEST(Barriers, WhatComesBeforeIsPartedBeforeTheHalvesPart) {
  KernelText kernel(apart("  wave.barrier\n  wave.barrier\n", ""));
  int count = 0;
  findConflicts(kernel.kernel(), [&](const Conflict &conflict) {
    ++count;
    auto barrier = mlir::dyn_cast_or_null<ir::BarrierOp>(conflict.place);
    EXPECT_TRUE(barrier && barrier.getHalf() == ir::WaveHalf::Second);
  });
  EXPECT_EQ(count, 1);
}

// The first half does not pass the opening barrier, and is not parted by it.
TEST(Barriers, AConditionalBarrierPartsNothingForTheOthers) {
  EXPECT_EQ(conflicts(ring("  wave.barrier half <second>\n")).size(), 1u);
  EXPECT_EQ(conflicts(ring("  wave.barrier half <first>\n  wave.barrier half <second>\n")),
            Pairs{});
}

/// The same where either branch of an if staggers the halves.
std::string apartByIf(const std::string &between) {
  return ring("  wave.barrier\n"
              "  %some = wave.index \"0 < 1\"\n"
              "  wave.if %some {\n    wave.barrier half <second>\n    wave.yield\n"
              "  } else {\n    wave.barrier half <second>\n    wave.yield\n  }\n"
              "  %8 = wave.shared_read %0 slot %i0 : <2, [M = 32, K = 32], f16> -> <[M = 32, K = "
              "32], f16>\n" +
              between +
              "  wave.shared_write %8, %0 slot %i0 : <[M = 32, K = 32], f16>, <2, [M = 32, K = "
              "32], f16>\n  wave.barrier\n  wave.barrier\n  wave.barrier half <first>\n");
}

TEST(Barriers, EitherBranchOfAnIfStaggersTheHalvesByOneBarrier) {
  KernelText kernel(apartByIf(""));
  EXPECT_FALSE(findImbalance(kernel.kernel()).has_value());
  EXPECT_EQ(conflicts(apartByIf("  wave.barrier\n  wave.barrier\n")), Pairs{});
  EXPECT_EQ(conflicts(apartByIf("  wave.barrier\n")), Pairs{"shared_read, shared_write"});
}

TEST(Barriers, BranchesTakeEquallyMany) {
  for (const auto &[then, otherwise, lead] :
       {std::tuple("    wave.barrier half <second>\n", "", 1),
        std::tuple("", "    wave.barrier half <second>\n", -1)}) {
    KernelText kernel(ring("  %some = wave.index \"0 < 1\"\n  wave.if %some {\n" +
                           std::string(then) + "    wave.yield\n  } else {\n" + otherwise +
                           "    wave.yield\n  }\n"));
    const auto found = findImbalance(kernel.kernel());
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->lead, lead);
    EXPECT_TRUE(mlir::isa<ir::IfOp>(found->in));
  }
}

TEST(Barriers, HalvesTakeEquallyMany) {
  KernelText balanced(apart("")), open(apart("", "", ""));
  EXPECT_FALSE(findImbalance(balanced.kernel()).has_value());
  const auto found = findImbalance(open.kernel());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->lead, 1);
  EXPECT_EQ(found->in, open.kernel().getOperation());
}

/// Each iteration writes a slot that it reads the number of, and reads the other slot.
std::string slotsFromMemory(const std::string &atEnd) {
  return R"(
wave.kernel @slots(%a: !wave.memory<[M = 32, K = 32], f16, SHARED_ADDRESS_SPACE>, %table: !wave.memory<[M = 32], i32>)
    bindings {K = 32, M = 32, T = 8}
    grid [1, 1, 1] {
  wave.wave_constraint M tile 16
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <2, [M = 32, K = 32], f16>
  %1 = wave.register 0.0 : f16 : <[M = 32, K = 32], f16>
  %count = wave.index 8
  wave.iterate T at %T count %count {
    %v = wave.read_index %table [%T] : <[M = 32], i32>
    %slot = wave.index "$0 % 2" (%v)
    %other = wave.index "($0 + 1) % 2" (%v)
    wave.shared_write %1, %0 slot %slot : <[M = 32, K = 32], f16>, <2, [M = 32, K = 32], f16>
    %2 = wave.shared_read %0 slot %other : <2, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
)" + atEnd +
         "  }\n}\n";
}

// The number that the next iteration reads may be any.
TEST(Barriers, ASlotFromMemoryIsAnyOneInTheNextIteration) {
  EXPECT_EQ(conflicts(slotsFromMemory("    wave.barrier\n")), Pairs{});
  EXPECT_FALSE(conflicts(slotsFromMemory("")).empty());
}

TEST(Barriers, ALoopOfZeroTripsHasTheConflictsOfItsCode) {
  std::string text = slotsFromMemory("");
  EXPECT_EQ(conflicts(text.replace(text.find("index 8"), 7, "index 0")),
            Pairs{"shared_write, shared_write"});
}

/// "001" for three barriers of which the first two can be taken away, one after the other; "h" for
/// one of a half, which stays.
std::string kept(const std::string &text) {
  KernelText kernel(text);
  PendingFlow flow(kernel.kernel(), leavesInFlight(kernel.kernel()));
  mlir::SmallVector<ir::BarrierOp> barriers;
  kernel.kernel().walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
  std::string found;
  for (ir::BarrierOp barrier : barriers)
    found += barrier.getHalf() ? 'h' : flow.canErase(barrier) ? '0' : '1';
  return found;
}

TEST(PendingFlow, ABarrierThatIsNeededStays) { EXPECT_EQ(kept(ring("  wave.barrier\n")), "1"); }

TEST(PendingFlow, OfTwoBarriersOneIsEnough) {
  EXPECT_EQ(kept(ring("  wave.barrier\n  wave.barrier\n  wave.barrier\n")), "001");
}

TEST(PendingFlow, AnotherSlotNeedsNone) { EXPECT_EQ(kept(ring("  wave.barrier\n", "%i1")), "0"); }

/// Each step of a loop writes the slot that the step before has read.
std::string steps(const std::string &slots, const std::string &before, const std::string &behind) {
  return R"(
wave.kernel @steps(%a: !wave.memory<[M = 32, K = 32], f16, SHARED_ADDRESS_SPACE>, %c: !wave.memory<[M = 32, K = 32], f16>)
    bindings {K = 32, M = 32, T = 8}
    grid [1, 1, 1] {
  wave.wave_constraint M tile 16
  wave.tiling_constraint T tile 1
  wave.hardware_constraint threads_per_wave 64 {waves_per_block = array<i64: 2, 1, 1>}
  %0 = wave.allocate "a" : <)" +
         slots + R"(, [M = 32, K = 32], f16>
  %i0 = wave.index 0
  %1 = wave.register 0.0 : f16 : <[M = 32, K = 32], f16>
  %count = wave.index 8
  %2 = wave.iterate T at %T count %count iter_args(%sum = %1) -> !wave.tile<[M = 32, K = 32], f16> {
    %slot = wave.index )" +
         (slots == "1" ? "0" : "\"$0 % " + slots + "\" (%T)") + R"(
    %3 = wave.read %a at [%i0, %i0] : <[M = 32, K = 32], f16, SHARED_ADDRESS_SPACE> -> <[M = 32, K = 32], f16>
)" + before +
         R"(    wave.shared_write %3, %0 slot %slot : <[M = 32, K = 32], f16>, <)" + slots +
         R"(, [M = 32, K = 32], f16>
)" + behind +
         R"(    %4 = wave.shared_read %0 slot %slot : <)" + slots +
         R"(, [M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
    %5 = wave.add %sum, %4 : <[M = 32, K = 32], f16>, <[M = 32, K = 32], f16> -> <[M = 32, K = 32], f16>
    wave.yield %5 : !wave.tile<[M = 32, K = 32], f16>
  }
  wave.write %2, %c at [%i0, %i0] : <[M = 32, K = 32], f16>, <[M = 32, K = 32], f16>
}
)";
}

TEST(PendingFlow, EitherBranchOfAnIfStaggersTheHalvesByOneBarrier) {
  const std::string two = "  wave.barrier\n  wave.barrier\n";
  EXPECT_EQ(kept(apartByIf(two)).substr(0, 5), "1hh11");
  EXPECT_EQ(kept(apartByIf(two + "  wave.barrier\n")).substr(0, 6), "1hh011");
}

TEST(PendingFlow, ASlotFromMemoryIsAnyOneInTheNextIteration) {
  EXPECT_EQ(kept(slotsFromMemory("    wave.barrier\n")), "1");
}

TEST(PendingFlow, WhatAStepReadsTheNextOneOverwrites) {
  EXPECT_EQ(kept(steps("1", "    wave.barrier\n", "    wave.barrier\n")), "11");
  EXPECT_EQ(kept(steps("2", "    wave.barrier\n", "    wave.barrier\n")), "01");
}

} // namespace
} // namespace wave::analysis
