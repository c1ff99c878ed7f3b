//===- StaggerTest.cpp - Halves of a workgroup a barrier apart ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ping-pong schedule, with its barriers changed, in every order of waves that is tried.  The
// interpreter knows nothing of halves but which waves wait at a barrier: what it finds the analysis
// has to find too.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "analysis/Barriers.h"
#include "differential/Interleaved.h"
#include "kernels/library.h"
#include "kernels/ping_pong_schedule.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

struct Way {
  bool copies; ///< past the registers
  bool slices; ///< of one step along K; else two steps, in an unrolled loop
};

class Stagger : public ::testing::TestWithParam<Way> {
protected:
  Stagger() : random(testSeed()) {
    kernel.set_defaults({});
    for (int i = 0; i < 2; ++i) {
      tensors.emplace_back(Shape{side, depth}, f16, Layout::RowMajor, random);
      tensors.back().fillWithIntegers(3, random);
    }
    tensors.emplace_back(Shape{side, side}, f32, Layout::RowMajor, random);
    expected = traced(kernel, subs, tensors);
  }

  /// In the form distributed.
  Lowered lower() {
    const Schedule schedule =
        GetParam().slices ? kernels::ping_pong_slices_schedule() : kernels::ping_pong_schedule();
    return {kernel,
            subs,
            {.isDistributed = true, .copies = GetParam().copies, .program = schedule.str()}};
  }
  std::string problem(Lowered &lowered, uint64_t seed) {
    return interleavedDifference(lowered, tensors, expected, seed);
  }
  /// In one of so many orders.
  std::string problemInSome(Lowered &lowered, uint64_t orders) {
    std::string found;
    for (uint64_t seed = 0; seed < orders && found.empty(); ++seed)
      found = problem(lowered, seed);
    return found;
  }

  static bool isInLoop(mlir::Operation *op) { return mlir::isa<ir::IterateOp>(op->getParentOp()); }
  static std::vector<ir::BarrierOp> barriersOf(Lowered &lowered) {
    std::vector<ir::BarrierOp> barriers;
    lowered.kernel().walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
    return barriers;
  }
  static size_t conflictsIn(Lowered &lowered) {
    size_t count = 0;
    analysis::findConflicts(lowered.kernel(), [&](const analysis::Conflict &) { ++count; });
    return count;
  }

  // Ten steps, in an unrolled loop of five trips; or five of which each has two slices, of whole
  // accesses of all lanes.
  Kernel kernel = kernels::gemm({{"in", f16}, {"out", f32}});
  const int64_t side = GetParam().slices ? 64 : 32, step = GetParam().slices ? 64 : 16,
                depth = GetParam().slices ? 5 * step : 10 * step;
  const Bindings subs = {BLOCK_M = side,
                         BLOCK_N = side,
                         BLOCK_K = step,
                         M = side,
                         N = side,
                         K = depth,
                         ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
  Random random;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

/// Lanes store: two slots, of copies, need fewer barriers.
class StaggerOfOneSlot : public Stagger {};

std::string nameOf(const ::testing::TestParamInfo<Way> &info) {
  return std::string(info.param.copies ? "Copies" : "Loads") +
         (info.param.slices ? "OfSlices" : "");
}

} // namespace

INSTANTIATE_TEST_SUITE_P(CopiesOrNot, Stagger,
                         ::testing::Values(Way{false, false}, Way{true, false}, Way{false, true},
                                           Way{true, true}),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Loads, StaggerOfOneSlot,
                         ::testing::Values(Way{false, false}, Way{false, true}), nameOf);

TEST_P(Stagger, PingPongIsRightInEveryOrder) {
  Lowered lowered = lower();
  EXPECT_EQ(conflictsIn(lowered), 0u);
  EXPECT_EQ(problemInSome(lowered, 4), "") << lowered.str();
}

// With one slot each is needed; copies have two, and need fewer.
TEST_P(Stagger, NoBarrierOfTheLoopIsTooMany) {
  Lowered whole = lower();
  const size_t count = barriersOf(whole).size();
  size_t inLoop = 0;
  for (size_t erased = 0; erased < count; ++erased) {
    Lowered lowered = lower();
    ir::BarrierOp barrier = barriersOf(lowered)[erased];
    if (!isInLoop(barrier))
      continue;
    ++inLoop;
    barrier.erase();
    const bool isNeeded = conflictsIn(lowered) != 0;
    EXPECT_TRUE(isNeeded || GetParam().copies) << lowered.str();
    // Here one half makes all copies, which the analysis does not ask.
    if (!isNeeded || !GetParam().copies)
      EXPECT_EQ(problemInSome(lowered, 10) != "", isNeeded) << lowered.str();
  }
  EXPECT_EQ(inLoop, 4u); // around each of two MMAs
}

// One barrier between what is in conflict is enough for waves in step, and not for halves that are
// a barrier apart.
TEST_P(StaggerOfOneSlot, WhatPartsWavesInStepDoesNotPartHalves) {
  for (const bool isStaggered : {false, true}) {
    Lowered lowered = lower();
    for (ir::BarrierOp barrier : barriersOf(lowered))
      if (barrier.getHalf() && !isStaggered)
        barrier.erase();
    std::vector<ir::BarrierOp> inLoop;
    for (ir::BarrierOp barrier : barriersOf(lowered))
      if (isInLoop(barrier)) {
        barrier.setCopies(true);
        inLoop.push_back(barrier);
      }
    ASSERT_EQ(inLoop.size(), 4u);
    inLoop[1].erase(); // behind the first MMA
    EXPECT_EQ(conflictsIn(lowered) != 0, isStaggered) << lowered.str();
    EXPECT_EQ(!problemInSome(lowered, 10).empty(), isStaggered) << lowered.str();
  }
}

TEST_P(Stagger, AHalfThatWaitsAloneWaitsForEver) {
  for (const ir::WaveHalf left : {ir::WaveHalf::First, ir::WaveHalf::Second}) {
    Lowered lowered = lower();
    for (ir::BarrierOp barrier : barriersOf(lowered))
      if (barrier.getHalf() && *barrier.getHalf() != left)
        barrier.erase();
    const auto imbalance = analysis::findImbalance(lowered.kernel());
    ASSERT_TRUE(imbalance.has_value());
    EXPECT_EQ(imbalance->in, lowered.kernel().getOperation());
    EXPECT_EQ(imbalance->lead, left == ir::WaveHalf::Second ? 1 : -1);
    EXPECT_NE(problem(lowered, 0), "") << lowered.str();
  }
}

// What the analysis passes the interpreter never finds wrong.
TEST_P(Stagger, RandomBarriers) {
  const int64_t count = testCount(20);
  int64_t passed = 0, refused = 0, found = 0;
  for (int64_t i = 0; i < count; ++i) {
    Lowered lowered = lower();
    std::vector<ir::BarrierOp> barriers = barriersOf(lowered);
    for (int64_t changes = random.between(1, 2); changes > 0; --changes) {
      const auto chosen =
          static_cast<size_t>(random.between(0, static_cast<int64_t>(barriers.size()) - 1));
      ir::BarrierOp barrier = barriers[chosen];
      switch (random.between(0, 3)) {
      case 0: { // somewhere else in its block
        std::vector<mlir::Operation *> places;
        for (mlir::Operation &op : *barrier->getBlock())
          places.push_back(&op);
        barrier->moveBefore(places[static_cast<size_t>(
            random.between(0, static_cast<int64_t>(places.size()) - 1))]);
        break;
      }
      case 1:
        barrier.setCopies(!barrier.getCopies());
        break;
      case 2: { // one more
        mlir::OpBuilder builder(barrier);
        builder.clone(*barrier);
        break;
      }
      default:
        barrier.setHalfAttr(ir::WaveHalfAttr::get(
            barrier.getContext(), random.oneIn(2) ? ir::WaveHalf::First : ir::WaveHalf::Second));
      }
    }
    const bool isRefused =
        analysis::findImbalance(lowered.kernel()).has_value() || conflictsIn(lowered) != 0;
    const std::string what = problemInSome(lowered, 3);
    passed += !isRefused;
    refused += isRefused;
    found += isRefused && !what.empty();
    if (!isRefused)
      EXPECT_EQ(what, "") << lowered.str();
  }
  if (count >= 60) {
    EXPECT_GT(passed, 0);
    EXPECT_GT(refused, 0);
    EXPECT_GE(found * 10, refused * 7) << "the analysis refuses what is right";
  }
}
