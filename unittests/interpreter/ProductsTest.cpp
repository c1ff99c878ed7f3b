//===- ProductsTest.cpp - Products that run on, and what waits for them ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of warpgroups in the forms scheduled and distributed: right in every order of
// waves that is tried, and wrong without any one of the steps and waits.
//
//===----------------------------------------------------------------------===//

#include "interpreter/InPlaceProducts.h"

using namespace wave;
using namespace wave::test;

namespace {

class RunningProducts : public InPlaceProducts {
protected:
  RunningProducts() : InPlaceProducts(false) {}
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
// Steps of 16: none, one, one and a part, as many as slots, twice as many.
INSTANTIATE_TEST_SUITE_P(RunningProducts, Depths, ::testing::Values(0, 16, 27, 32, 64));

// Each is needed, and none can wait for less.
TEST_F(RunningProducts, NoWaitIsTooMany) {
  for (bool isHeld : {false, true}) {
    isHeld ? takeGemmExp() : takeGemm();
    Lowered whole = lower();
    const size_t count = allOf<ir::MmaWaitOp>(whole).size();
    EXPECT_EQ(count, 2u) << whole.str();
    for (size_t i = 0; i < count; ++i) {
      Lowered without = lower();
      allOf<ir::MmaWaitOp>(without)[i]->erase();
      expectFound(without, "in flight");
      Lowered weaker = lower();
      auto wait = mlir::cast<ir::MmaWaitOp>(allOf<ir::MmaWaitOp>(weaker)[i]);
      wait.setPending(wait.getPending() + 1);
      expectFound(weaker, "in flight");
    }
  }
}

TEST_F(RunningProducts, SlotGivenBackTooEarly) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::MmaWaitOp>(lowered)[0]->erase();
  expectFound(lowered, "release of use 0 of ring 'a': an MMA in flight reads it");
}

TEST_F(RunningProducts, SumUsedTooEarly) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::WriteOp, ir::SharedWriteOp>(lowered)[0]->moveBefore(allOf<ir::MmaWaitOp>(lowered)[1]);
  expectFound(lowered, "uses the accumulator of an MMA in flight");
}

TEST_F(RunningProducts, OperandMadeAnew) {
  takeGemmExp();
  Lowered lowered = lower();
  allOf<ir::MmaWaitOp>(lowered)[1]->erase();
  expectFound(lowered, "writes an operand that an MMA in flight reads");
}

TEST_F(RunningProducts, NoStepIsTooMany) {
  takeGemm();
  expectNoStepTooMany(6);
}

TEST_F(RunningProducts, OperandInTheOtherSlot) {
  takeGemm();
  const size_t count = 4; // two operands, before the loop and in it
  for (size_t i = 0; i < count; ++i) {
    Lowered lowered = lower();
    const auto reads = allOf<ir::ViewOp>(lowered);
    ASSERT_EQ(reads.size(), count) << lowered.str();
    change(reads[i]->getOpOperand(1), [](const Expr &slot) { return (slot + 1) % 2; });
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
  expectFound(lowered, "which it has not waited for");
}

TEST_F(RunningProducts, CopiedWithoutASlot) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::AcquireOp>(lowered)[0]->moveAfter(allOf<ir::CopyOp>(lowered)[1]);
  expectFound(lowered, "writes use 0 of ring 'a', which it has not acquired");
}
