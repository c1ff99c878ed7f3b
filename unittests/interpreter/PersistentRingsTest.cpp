//===- PersistentRingsTest.cpp - Rings that run on across tiles -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A persistent GEMM in roles, on Hopper and on Blackwell: three tiles for each workgroup, of three
// steps each, in rings of two slots, so that every tile begins in another slot or phase than the
// one before.  What the loop over tiles carries, and each step of the protocol, is broken in turn,
// and found in every order of waves that is tried.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "dialect/IndexValues.h"
#include "differential/Interleaved.h"
#include "kernels/library.h"
#include "symbolic/Substitute.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol TOTAL_TILES{"TOTAL_TILES"}, N_TILES{"N_TILES"}, NUM_CTAS{"NUM_CTAS"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

enum class Chip { Hopper, Blackwell };

class PersistentRings : public ::testing::TestWithParam<Chip> {
protected:
  PersistentRings() : random(testSeed()) {
    kernel.set_defaults({});
    const int64_t rows = GetParam() == Chip::Hopper ? 64 : 128;
    subs = {BLOCK_M = rows,  BLOCK_N = 32,
            BLOCK_K = 64,    M = 2 * rows,
            N = 96,          K = 192,
            NUM_CTAS = 2,    N_TILES = 3,
            TOTAL_TILES = 6, ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
    tensors.emplace_back(Shape{2 * rows, 192}, f16, Layout::RowMajor, random);
    tensors.emplace_back(Shape{96, 192}, f16, Layout::RowMajor, random);
    for (GuardedTensor &input : tensors)
      input.fillWithIntegers(3, random);
    tensors.emplace_back(Shape{2 * rows, 96}, f32, Layout::RowMajor, random);
    expected = traced(kernel, subs, tensors);
  }

  Lowered lower(const std::string &program = "") {
    return {kernel,
            subs,
            {.buffers = 2,
             .copies = true,
             .hasRoles = true,
             .isInPlace = true,
             .hasTensorMemory = GetParam() == Chip::Blackwell,
             .program = program}};
  }

  std::string problem(Lowered &lowered, uint64_t seed) {
    return interleavedDifference(lowered, tensors, expected, seed);
  }
  void expectWrong(Lowered &lowered, const std::string &what) {
    for (uint64_t seed = 0; seed < 2; ++seed)
      EXPECT_NE(problem(lowered, seed), "") << what << "\n" << lowered.str();
  }

  static llvm::SmallVector<mlir::Operation *> stepsOf(Lowered &lowered) {
    llvm::SmallVector<mlir::Operation *> steps;
    lowered.kernel().walk([&](mlir::Operation *op) {
      if (mlir::isa<ir::AcquireOp, ir::CommitOp, ir::WaitOp, ir::ReleaseOp>(op))
        steps.push_back(op);
    });
    return steps;
  }

  /// The numbers that the loops over tiles carry: the loop, and which of what it carries.
  static llvm::SmallVector<std::pair<ir::IterateOp, unsigned>> carriedOf(Lowered &lowered) {
    llvm::SmallVector<std::pair<ir::IterateOp, unsigned>> carried;
    lowered.kernel().walk([&](ir::IterateOp loop) {
      for (auto [number, value] : llvm::enumerate(loop.getCarried()))
        if (value.getType().isIndex())
          carried.emplace_back(loop, static_cast<unsigned>(number));
    });
    return carried;
  }

  Kernel kernel = kernels::gemm_persistent({{"in", f16}, {"out", f32}});
  Bindings subs;
  Random random;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

} // namespace

TEST_P(PersistentRings, Right) {
  Lowered lowered = lower();
  for (uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_EQ(problem(lowered, seed), "") << lowered.str();
  // Of operands in each role that uses them; on Blackwell also of sums.
  EXPECT_EQ(carriedOf(lowered).size(), GetParam() == Chip::Hopper ? 2u : 4u) << lowered.str();
}

/// Each tile counts its uses from 0.
TEST_P(PersistentRings, NumberThatBeginsAnew) {
  Lowered whole = lower();
  for (size_t broken = 0; broken < carriedOf(whole).size(); ++broken) {
    Lowered lowered = lower();
    auto [loop, number] = carriedOf(lowered)[broken];
    loop.getYield().getValuesMutable().slice(number, 1).assign(loop.getInit()[number]);
    expectWrong(lowered, "number " + std::to_string(broken));
  }
}

TEST_P(PersistentRings, NoStepIsTooMany) {
  Lowered whole = lower();
  for (size_t erased = 0; erased < stepsOf(whole).size(); ++erased) {
    Lowered lowered = lower();
    stepsOf(lowered)[erased]->erase();
    expectWrong(lowered, "step " + std::to_string(erased));
  }
}

/// A step takes the number that its use would have in the first tile: another slot or phase.
TEST_P(PersistentRings, PhaseThatIsNotCarried) {
  Lowered whole = lower();
  int64_t tried = 0;
  for (size_t broken = 0; broken < stepsOf(whole).size(); ++broken) {
    Lowered lowered = lower();
    mlir::Operation *step = stepsOf(lowered)[broken];
    ir::IndexValues indices;
    Expr number = indices.of(step->getOperands().back());
    for (auto [loop, carried] : carriedOf(lowered)) {
      Bindings none;
      none.set(indices.of(loop.getCarried()[carried]).str(), 0);
      const Expr changed = symbolic::substitute(number, none);
      tried += !changed.same_as(number);
      number = changed;
    }
    mlir::OpBuilder builder(step);
    step->setOperand(step->getNumOperands() - 1, indices.create(builder, step->getLoc(), number));
    expectWrong(lowered, "step " + std::to_string(broken));
  }
  EXPECT_EQ(tried, static_cast<int64_t>(stepsOf(whole).size()));
}

/// A schedule whose trips begin the uses of channels anew: no number is carried, and every role of
/// the workgroup ends the trip.
TEST_P(PersistentRings, Reinitialised) {
  const std::string program = "wave_schedule 1 \"s\"\nbarriers(REINITIALISE)\n";
  Lowered whole = lower(program);
  for (uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_EQ(problem(whole, seed), "") << whole.str();
  EXPECT_TRUE(carriedOf(whole).empty()) << whole.str();
  const auto needed = [](Lowered &lowered) {
    llvm::SmallVector<mlir::Operation *> ops = stepsOf(lowered);
    lowered.kernel().walk([&](mlir::Operation *op) {
      if (mlir::isa<ir::ReinitialiseOp, ir::DrainOp>(op))
        ops.push_back(op);
    });
    return ops;
  };
  EXPECT_GT(needed(whole).size(), stepsOf(whole).size() + 1);
  for (size_t erased = 0; erased < needed(whole).size(); ++erased) {
    Lowered lowered = lower(program);
    needed(lowered)[erased]->erase();
    expectWrong(lowered, "operation " + std::to_string(erased));
  }
}

INSTANTIATE_TEST_SUITE_P(Chips, PersistentRings, ::testing::Values(Chip::Hopper, Chip::Blackwell),
                         [](const auto &info) {
                           return info.param == Chip::Hopper ? "Hopper" : "Blackwell";
                         });

namespace {

/// Two tiles of 128 x 256 for one workgroup on Blackwell, which are staged in two strips of 128
/// columns: three steps of operands leave no room for more.
class Strips : public ::testing::Test {
protected:
  Strips() : random(testSeed()) {
    kernel.set_defaults({});
    tensors.emplace_back(Shape{256, 64}, f16, Layout::RowMajor, random);
    tensors.emplace_back(Shape{256, 64}, f16, Layout::RowMajor, random);
    for (GuardedTensor &input : tensors)
      input.fillWithIntegers(3, random);
    tensors.emplace_back(Shape{256, 256}, f32, Layout::RowMajor, random);
    expected = traced(kernel, subs, tensors);
  }

  Lowered lower() {
    return {kernel,
            subs,
            {.buffers = 2,
             .copies = true,
             .hasRoles = true,
             .isInPlace = true,
             .hasTensorMemory = true}};
  }
  static llvm::SmallVector<ir::SharedReadOp> stripsOf(Lowered &lowered) {
    llvm::SmallVector<ir::SharedReadOp> strips;
    lowered.kernel().walk([&](ir::SharedReadOp read) {
      if (read.getStrip())
        strips.push_back(read);
    });
    return strips;
  }

  Kernel kernel = kernels::gemm_persistent({{"in", f16}, {"out", f32}});
  const Bindings subs{BLOCK_M = 128,   BLOCK_N = 256,
                      BLOCK_K = 64,    M = 256,
                      N = 256,         K = 64,
                      NUM_CTAS = 1,    N_TILES = 1,
                      TOTAL_TILES = 2, ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
  Random random;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

} // namespace

TEST_F(Strips, AreTheAccumulator) {
  Lowered lowered = lower();
  EXPECT_EQ(stripsOf(lowered).size(), 2u) << lowered.str();
  EXPECT_EQ(interleavedDifference(lowered, tensors, expected, 0), "") << lowered.str();
}

TEST_F(Strips, AreDifferentColumns) {
  Lowered lowered = lower();
  stripsOf(lowered)[1].setStripAttr(stripsOf(lowered)[0].getStripAttr());
  EXPECT_NE(interleavedDifference(lowered, tensors, expected, 0), "");
}

TEST_F(Strips, AreReadBeforeTheSlotIsReleased) {
  Lowered lowered = lower();
  ir::SharedReadOp last = stripsOf(lowered)[1];
  for (mlir::Operation *op = last->getNextNode(); op; op = op->getNextNode())
    if (mlir::isa<ir::ReleaseOp>(op)) {
      op->moveBefore(last);
      break;
    }
  EXPECT_NE(interleavedDifference(lowered, tensors, expected, 0), "");
}
