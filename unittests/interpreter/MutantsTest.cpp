//===- MutantsTest.cpp - What the interleaving interpreter has to find ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GEMM of four steps, pipelined or without its barriers wrongly, in every order of waves
// that is tried: each is found, or computes something else.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "dialect/IndexValues.h"
#include "differential/Interleaved.h"
#include "kernels/library.h"

using namespace wave;
using namespace wave::test;
using ::testing::Test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

class Mutants : public Test {
protected:
  Mutants() : random(testSeed()) {
    kernel.set_defaults({});
    tensors.emplace_back(Shape{32, 64}, f16, Layout::RowMajor, random);
    tensors.emplace_back(Shape{32, 64}, f16, Layout::RowMajor, random);
    for (GuardedTensor &input : tensors)
      input.fillWithIntegers(3, random);
    tensors.emplace_back(Shape{32, 32}, f32, Layout::RowMajor, random);
    expected = traced(kernel, subs, tensors);
  }

  Lowered lower(int64_t buffers, bool isDistributed = false) {
    return {
        kernel,
        subs,
        {buffers == 0 ? SchedulingType::None : SchedulingType::Prefetch, buffers, isDistributed}};
  }

  /// What is wrong with it in the order of `seed`.
  std::string problem(Lowered &lowered, uint64_t seed) {
    return interleavedDifference(lowered, tensors, expected, seed);
  }
  void expectRight(Lowered &lowered) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_EQ(problem(lowered, seed), "") << lowered.str();
  }
  /// In every order.
  void expectFound(Lowered &lowered, const std::string &what) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_EQ(problem(lowered, seed), what) << lowered.str();
  }

  /// The ring for `a`, and what is done with it: before, in and behind the steady loop.
  struct Uses {
    explicit Uses(Lowered &lowered) {
      lowered.kernel().walk([&](ir::AllocateOp op) {
        if (op.getName() == "a")
          ring = op;
      });
      lowered.kernel().walk([&](mlir::Operation *op) {
        if (llvm::is_contained(op->getOperands(), ring.getRing()))
          (mlir::isa<ir::SharedWriteOp>(op) ? writes : reads).push_back(op);
      });
    }
    ir::AllocateOp ring;
    std::vector<mlir::Operation *> writes, reads;
  };
  /// An index at `op`, of the counter of the loop around it, if there is one.
  static mlir::Value index(mlir::Operation *op, llvm::function_ref<Expr(const Expr &)> of) {
    mlir::OpBuilder builder(op);
    ir::IndexValues indices;
    auto loop = op->getParentOfType<ir::IterateOp>();
    const Expr counter = loop ? indices.of(loop.getCounter()) : Expr::constant(0);
    return indices.create(builder, op->getLoc(), of(counter));
  }
  static void setSlot(mlir::Operation *op, llvm::function_ref<Expr(const Expr &)> slot) {
    ir::setSlot(op, index(op, slot));
  }

  Kernel kernel = kernels::gemm({{"in", f16}, {"out", f32}});
  const Bindings subs = {BLOCK_M = 32,
                         BLOCK_N = 32,
                         BLOCK_K = 16,
                         M = 32,
                         N = 32,
                         K = 64,
                         ADDRESS_SPACE = SHARED_ADDRESS_SPACE};
  Random random;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

} // namespace

// A second buffer is what allows a step to be written before the one before it is read.
TEST_F(Mutants, OneSlotInsteadOfTwo) {
  Lowered lowered = lower(2);
  Uses uses(lowered);
  uses.writes[1]->moveBefore(uses.reads[0]);
  expectRight(lowered);
  ir::BufferType type = uses.ring.getRing().getType();
  uses.ring.getRing().setType(type.withSlots(1));
  for (mlir::Operation *user : llvm::to_vector(uses.ring.getRing().getUsers()))
    ir::setSlot(user, {});
  expectFound(lowered, "read 0 of slot 0 of ring 'a' finds what write 1 put there");
}

TEST_F(Mutants, WrittenBeforeItIsRead) {
  Lowered lowered = lower(1);
  Uses uses(lowered);
  uses.writes[1]->moveBefore(uses.reads[0]);
  expectFound(lowered, "read 0 of slot 0 of ring 'a' finds what write 1 put there");
}

TEST_F(Mutants, ReadFromTheOtherSlot) {
  Lowered lowered = lower(2);
  setSlot(Uses(lowered).reads[0], [](const Expr &step) { return (step + 1) % 2; });
  expectFound(lowered, "read 0 of slot 1 of ring 'a' finds nothing there yet");
}

TEST_F(Mutants, WrittenToTheOtherSlot) {
  Lowered lowered = lower(3);
  setSlot(Uses(lowered).writes[1], [](const Expr &step) { return (step + 2) % 3; });
  expectFound(lowered, "read 1 of slot 1 of ring 'a' finds nothing there yet");
}

TEST_F(Mutants, EpilogueReadsTheSlotBefore) {
  Lowered lowered = lower(2);
  setSlot(Uses(lowered).reads[1], [](const Expr &) { return Expr::constant(0); });
  expectFound(lowered, "read 3 of slot 0 of ring 'a' finds what write 2 put there");
}

TEST_F(Mutants, SlotThatIsNone) {
  Lowered lowered = lower(2);
  setSlot(Uses(lowered).reads[1], [](const Expr &) { return Expr::constant(2); });
  expectFound(lowered, "there is no slot 2 in ring 'a'");
}

TEST_F(Mutants, NoPrologue) {
  Lowered lowered = lower(1);
  Uses(lowered).writes[0]->erase();
  expectFound(lowered, "read 0 of slot 0 of ring 'a' finds nothing there yet");
}

TEST_F(Mutants, NoEpilogue) {
  Lowered lowered = lower(1);
  Uses uses(lowered);
  mlir::Operation *product = *uses.reads[1]->getUsers().begin();
  product->getResult(0).replaceAllUsesWith(product->getOperand(2));
  product->erase();
  uses.reads[1]->erase();
  expectFound(lowered, "ring 'a' is written 4 times and read 3 times");
}

namespace {
/// With waves of their own for the copies: the steps of the protocol, in program order.
class RoleMutants : public Mutants {
protected:
  Lowered parted() { return {kernel, subs, {SchedulingType::None, 2, false, true, true}}; }

  template <typename... Steps>
  static llvm::SmallVector<mlir::Operation *> stepsOf(Lowered &lowered) {
    llvm::SmallVector<mlir::Operation *> steps;
    lowered.kernel().walk([&](mlir::Operation *op) {
      if (mlir::isa<Steps...>(op))
        steps.push_back(op);
    });
    return steps;
  }
  static void setNumber(mlir::Operation *op, llvm::function_ref<Expr(const Expr &)> number) {
    op->setOperand(op->getNumOperands() - 1, index(op, number));
  }
};
} // namespace

TEST_F(RoleMutants, NoStepIsTooMany) {
  Lowered whole = parted();
  expectRight(whole);
  const size_t count =
      stepsOf<ir::AcquireOp, ir::CommitOp, ir::WaitOp, ir::ReleaseOp>(whole).size();
  EXPECT_EQ(count, 6u) << whole.str(); // two of the copies, two awaits and two releases
  for (size_t erased = 0; erased < count; ++erased) {
    Lowered lowered = parted();
    stepsOf<ir::AcquireOp, ir::CommitOp, ir::WaitOp, ir::ReleaseOp>(lowered)[erased]->erase();
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_NE(problem(lowered, seed), "") << lowered.str();
  }
}

TEST_F(RoleMutants, CopiedWithoutASlot) {
  Lowered lowered = parted();
  stepsOf<ir::AcquireOp>(lowered)[0]->moveAfter(stepsOf<ir::CopyOp>(lowered)[1]);
  expectFound(lowered, "wave 0 of role 'load' writes use 0 of ring 'a', which it has not acquired");
}

TEST_F(RoleMutants, HandedOverTooEarly) {
  Lowered lowered = parted();
  stepsOf<ir::CommitOp>(lowered)[0]->moveBefore(stepsOf<ir::CopyOp>(lowered)[1]);
  expectFound(lowered, "wave 0 of role 'load' writes use 0 of ring 'b', which it has not acquired");
}

TEST_F(RoleMutants, GivenBackTooEarly) {
  Lowered lowered = parted();
  mlir::Operation *release = stepsOf<ir::ReleaseOp>(lowered)[0];
  setNumber(release, [](const Expr &step) { return step + 1; });
  release->moveBefore(stepsOf<ir::SharedReadOp>(lowered)[2]);
  for (uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_NE(problem(lowered, seed), "") << lowered.str();
}

TEST_F(RoleMutants, NeverGivenBack) {
  Lowered lowered = parted();
  stepsOf<ir::ReleaseOp>(lowered)[0]->erase();
  for (uint64_t seed = 0; seed < 3; ++seed) {
    const std::string found = problem(lowered, seed);
    EXPECT_TRUE(llvm::StringRef(found).starts_with(
        "deadlock: wave 0 of role 'load' at acquire of use 2, wave 0 of role 'consumer' "
        "at wait of use 2"))
        << found;
  }
}

TEST_F(RoleMutants, SlotOfAnotherUse) {
  Lowered lowered = parted();
  setSlot(stepsOf<ir::CopyOp>(lowered)[0], [](const Expr &step) { return (step + 1) % 2; });
  expectFound(lowered,
              "wave 0 of role 'load' writes use 0 of ring 'a' in slot 1, which is another one's");
}

TEST_F(RoleMutants, UsesOutOfOrder) {
  Lowered lowered = parted();
  setNumber(stepsOf<ir::AcquireOp>(lowered)[0], [](const Expr &step) { return step + 1; });
  expectFound(lowered, "wave 0 of role 'load', acquire of use 1 of ring 'a': use 0 is next");
}

// Nothing is wrong with the ring, but a's step is multiplied by b's step before.
TEST_F(Mutants, StageOffByOne) {
  Lowered lowered = lower(1);
  auto read = Uses(lowered).writes[1]->getOperand(0).getDefiningOp<ir::ReadOp>();
  read.getStartMutable()[1].set(index(read, [](const Expr &step) { return step * 16; }));
  for (uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_TRUE(llvm::StringRef(problem(lowered, seed)).starts_with("argument 2: "));
}

// One buffer takes two barriers a step, two take one; each is needed.
TEST_F(Mutants, NoBarrierIsTooMany) {
  for (auto [buffers, inLoop] : {std::pair<int64_t, int>{0, 2}, {1, 2}, {2, 1}, {3, 1}}) {
    Lowered whole = lower(buffers, true);
    expectRight(whole);
    int count = 0, found = 0;
    whole.kernel().walk([&](ir::BarrierOp barrier) {
      ++count;
      found += mlir::isa<ir::IterateOp>(barrier->getParentOp());
    });
    EXPECT_EQ(found, inLoop) << whole.str();
    for (int erased = 0; erased < count; ++erased) {
      Lowered lowered = lower(buffers, true);
      llvm::SmallVector<ir::BarrierOp> barriers;
      lowered.kernel().walk([&](ir::BarrierOp barrier) { barriers.push_back(barrier); });
      barriers[static_cast<size_t>(erased)].erase();
      for (uint64_t seed = 0; seed < 3; ++seed)
        EXPECT_NE(problem(lowered, seed), "") << lowered.str();
    }
  }
}

// A wave that has part of a tile, and computes with what another one has.
TEST_F(Mutants, LayoutOfAnotherWave) {
  Lowered lowered = lower(1, true);
  Uses uses(lowered);
  for (mlir::Operation *op : uses.reads) {
    auto tile = mlir::cast<ir::TileType>(op->getResult(0).getType());
    machine::Layout layout = tile.getLayout().getValue();
    machine::Digits waves = layout.waves();
    std::ranges::reverse(waves);
    op->getResult(0).setType(ir::TileType::get(
        tile.getContext(), tile.getDims(), tile.getElementType(),
        ir::LayoutAttr::get(tile.getContext(),
                            machine::Layout(layout.registers(), layout.lanes(), waves))));
  }
  for (uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_NE(problem(lowered, seed), "") << lowered.str();
}

TEST_F(Mutants, FindingsSayWhere) {
  Lowered lowered = lower(1, true);
  lowered.kernel().walk([&](ir::BarrierOp barrier) { barrier.erase(); });
  std::vector<Tensor> actual;
  for (GuardedTensor &tensor : tensors)
    actual.push_back(tensor.tensor());
  auto finding = interpreter::interleave(lowered.kernel(), actual, 1);
  ASSERT_TRUE(finding);
  EXPECT_TRUE(finding->where.file.ends_with("gemm.cpp")) << finding->where.file;
  ASSERT_EQ(finding->notes.size(), 1u);
  EXPECT_TRUE(finding->notes[0].where.is_known());
}
