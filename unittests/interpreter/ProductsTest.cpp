//===- ProductsTest.cpp - Products that run on, and what waits for them ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of warpgroups in the forms scheduled and distributed: right in every order of
// waves that is tried, and wrong without any one of the steps and waits.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include "differential/Interleaved.h"
#include "kernels/library.h"

using namespace wave;
using namespace wave::test;

namespace {

constexpr Symbol M{"M"}, N{"N"}, K{"K"};
constexpr Symbol BLOCK_M{"BLOCK_M"}, BLOCK_N{"BLOCK_N"}, BLOCK_K{"BLOCK_K"};
constexpr Symbol ADDRESS_SPACE{"ADDRESS_SPACE"};

const Bindings tiles = {BLOCK_M = 128, BLOCK_N = 16, BLOCK_K = 16,
                        ADDRESS_SPACE = SHARED_ADDRESS_SPACE};

class RunningProducts : public ::testing::Test {
protected:
  RunningProducts() : random(testSeed()) {}

  /// A kernel of the library, on m rows, n columns and k elements of each.
  void take(Kernel of, int64_t m, int64_t n, int64_t k, const std::vector<DType> &outputs,
            DType in = f16) {
    kernel = of.set_defaults({});
    sizes = {M = m, N = n, K = k};
    tensors.clear();
    for (int64_t rows : {m, n}) {
      tensors.emplace_back(Shape{rows, k}, in, Layout::Padded, random);
      tensors.back().fillWithIntegers(3, random);
    }
    for (DType dtype : outputs)
      tensors.emplace_back(Shape{m, n}, dtype, Layout::RowMajor, random);
    expected = traced(*kernel, bindings(), tensors);
  }
  void takeGemm(int64_t k = 64) {
    take(kernels::gemm({{"in", f16}, {"out", f32}}), 128, 16, k, {f32});
  }
  void takeGemmExp() { take(kernels::gemm_exp({{"in", f16}, {"out", f32}}), 128, 16, 64, {f32}); }

  Bindings bindings() const {
    Bindings all = tiles;
    for (const Binding &size : sizes)
      all.set(size.symbol, size.value);
    return all;
  }
  Lowered lower(bool isDistributed = true, int64_t buffers = 2, bool isOpen = false) {
    return {*kernel,
            isOpen ? tiles : bindings(),
            {.buffers = buffers, .isDistributed = isDistributed, .isInPlace = true}};
  }

  std::string problem(Lowered &lowered, uint64_t seed) {
    return interleavedDifference(lowered, tensors, expected, seed);
  }
  /// In every order.
  void expectFound(Lowered &lowered, const std::string &what) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_TRUE(llvm::StringRef(problem(lowered, seed)).contains(what))
          << problem(lowered, seed) << lowered.str();
  }
  void expectWrong(Lowered &lowered) {
    for (uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_NE(problem(lowered, seed), "") << lowered.str();
  }
  /// In both forms, with sizes known and open, for few and many slots.
  void expectRight() {
    for (bool isDistributed : {false, true})
      for (bool isOpen : {false, true})
        for (int64_t buffers : {0, 2, 3}) {
          Lowered lowered = lower(isDistributed, buffers, isOpen);
          EXPECT_NE(lowered.str().find("in_place"), std::string::npos);
          for (uint64_t seed : {testSeed(), testSeed() + 1})
            EXPECT_EQ(problem(lowered, seed), "") << "seed " << seed << "\n" << lowered.str();
        }
  }

  template <typename... Ops> static llvm::SmallVector<mlir::Operation *> allOf(Lowered &lowered) {
    llvm::SmallVector<mlir::Operation *> ops;
    lowered.kernel().walk([&](mlir::Operation *op) {
      if (mlir::isa<Ops...>(op))
        ops.push_back(op);
    });
    return ops;
  }
  static void setExpr(mlir::Operation *op, llvm::StringRef name, const Expr &value) {
    op->setAttr(name, ir::ExprAttr::get(op->getContext(), value));
  }

  Random random;
  std::optional<Kernel> kernel;
  Bindings sizes;
  std::deque<GuardedTensor> tensors;
  std::vector<Tensor> expected;
};

class Depths : public RunningProducts, public ::testing::WithParamInterface<int64_t> {};

} // namespace

TEST_P(Depths, Gemm) {
  take(kernels::gemm({{"in", f16}, {"out", f32}}), 130, 13, GetParam(), {f32});
  expectRight();
}
TEST_P(Depths, GemmOfBf16IntoF16) {
  take(kernels::gemm({{"in", bf16}, {"out", f16}}), 100, 20, GetParam(), {f16}, bf16);
  expectRight();
}
TEST_P(Depths, GemmExp) {
  take(kernels::gemm_exp({{"in", f16}, {"out", f32}}), 130, 13, GetParam(), {f32});
  expectRight();
}
TEST_P(Depths, GemmTwo) {
  take(kernels::gemm_two({{"in", f16}, {"d", f16}}), 130, 13, GetParam(), {f32, f16});
  expectRight();
}
// Steps of 16: none, one, one and a part, as many as slots, more.
INSTANTIATE_TEST_SUITE_P(RunningProducts, Depths, ::testing::Values(0, 16, 27, 32, 80));

// Each is needed, and none can wait for less.
TEST_F(RunningProducts, NoWaitIsTooMany) {
  for (bool isHeld : {false, true}) {
    isHeld ? takeGemmExp() : takeGemm();
    Lowered whole = lower();
    const size_t count = allOf<ir::WaitProductsOp>(whole).size();
    EXPECT_EQ(count, 2u) << whole.str();
    for (size_t i = 0; i < count; ++i) {
      Lowered without = lower();
      allOf<ir::WaitProductsOp>(without)[i]->erase();
      expectFound(without, "runs on");
      Lowered weaker = lower();
      auto wait = mlir::cast<ir::WaitProductsOp>(allOf<ir::WaitProductsOp>(weaker)[i]);
      wait.setPending(wait.getPending() + 1);
      expectFound(weaker, "runs on");
    }
  }
}

TEST_F(RunningProducts, SlotGivenBackTooEarly) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::WaitProductsOp>(lowered)[0]->erase();
  expectFound(lowered, "release of use 0 of ring 'a': a product reads it, which runs on");
}

TEST_F(RunningProducts, SumUsedTooEarly) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::WriteOp>(lowered)[0]->moveBefore(allOf<ir::WaitProductsOp>(lowered)[1]);
  expectFound(lowered, "uses the sum of a product that runs on");
}

TEST_F(RunningProducts, OperandMadeAnew) {
  takeGemmExp();
  Lowered lowered = lower();
  allOf<ir::WaitProductsOp>(lowered)[1]->erase();
  expectFound(lowered, "makes an operand anew that a product reads, which runs on");
}

TEST_F(RunningProducts, NoStepIsTooMany) {
  takeGemm();
  Lowered whole = lower();
  using Steps = llvm::SmallVector<mlir::Operation *>;
  auto stepsOf = [](Lowered &lowered) -> Steps {
    return allOf<ir::AcquireOp, ir::CommitOp, ir::AwaitOp, ir::ReleaseOp>(lowered);
  };
  const size_t count = stepsOf(whole).size();
  EXPECT_EQ(count, 6u) << whole.str();
  for (size_t i = 0; i < count; ++i) {
    Lowered without = lower();
    stepsOf(without)[i]->erase();
    expectWrong(without);
    for (int64_t by : {-1, 1}) {
      Lowered renumbered = lower();
      mlir::Operation *step = stepsOf(renumbered)[i];
      setExpr(step, "number", step->getAttrOfType<ir::ExprAttr>("number").getValue() + by);
      expectWrong(renumbered);
    }
  }
}

TEST_F(RunningProducts, OperandInTheOtherSlot) {
  takeGemm();
  const size_t count = 4; // two operands, before the loop and in it
  for (size_t i = 0; i < count; ++i) {
    Lowered lowered = lower();
    const auto reads = allOf<ir::SharedReadOp>(lowered);
    ASSERT_EQ(reads.size(), count) << lowered.str();
    const Expr slot = reads[i]->getAttrOfType<ir::ExprAttr>("slot").getValue();
    setExpr(reads[i], "slot", (slot + 1) % 2);
    expectWrong(lowered);
  }
}

// What is in place is read when the product begins, not where it is named.
TEST_F(RunningProducts, ProductBeginsBehindTheRelease) {
  takeGemm(16);
  Lowered lowered = lower();
  mlir::Operation *release = allOf<ir::ReleaseOp>(lowered).back();
  mlir::Operation *product = allOf<ir::MmaOp>(lowered).front();
  release->moveBefore(product);
  expectFound(lowered, "which it does not await");
}

TEST_F(RunningProducts, CopiedWithoutASlot) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::AcquireOp>(lowered)[0]->moveAfter(allOf<ir::CopyOp>(lowered)[1]);
  expectFound(lowered, "writes use 0 of ring 'a', which it has not acquired");
}
