//===- TensorAccumulatorsTest.cpp - Accumulators in tensor memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products whose sums are in tensor memory, in the forms scheduled and distributed: right in
// every order of waves that is tried, and wrong without any one of the steps.
//
//===----------------------------------------------------------------------===//

#include "interpreter/InPlaceProducts.h"

using namespace wave;
using namespace wave::test;

namespace {

class TensorAccumulators : public InPlaceProducts {
protected:
  TensorAccumulators() : InPlaceProducts(true) {}
};

class TensorDepths : public TensorAccumulators, public ::testing::WithParamInterface<int64_t> {};

} // namespace

TEST_P(TensorDepths, Gemm) {
  take(kernels::gemm({{"in", f16}, {"out", f32}}), 130, 13, GetParam(), {f32});
  expectRight();
}
TEST_P(TensorDepths, GemmOfBf16IntoF16) {
  take(kernels::gemm({{"in", bf16}, {"out", f16}}), 100, 20, GetParam(), {f16}, bf16);
  expectRight();
}
TEST_P(TensorDepths, GemmExp) {
  take(kernels::gemm_exp({{"in", f16}, {"out", f32}}), 130, 13, GetParam(), {f32});
  expectRight();
}
TEST_P(TensorDepths, GemmTwo) {
  take(kernels::gemm_two({{"in", f16}, {"d", f16}}), 130, 13, GetParam(), {f32, f16});
  expectRight();
}
// Steps of 16: none, one, one and a part, as many as slots, more.
INSTANTIATE_TEST_SUITE_P(TensorAccumulators, TensorDepths, ::testing::Values(0, 16, 27, 32, 80));

TEST_F(TensorAccumulators, AreMadeByARoleOfTheirOwn) {
  takeGemm();
  Lowered lowered = lower();
  const auto roles = allOf<ir::RoleOp>(lowered);
  ASSERT_EQ(roles.size(), 3u) << lowered.str();
  EXPECT_EQ(mlir::cast<ir::RoleOp>(roles[1]).getName(), "mma");
  EXPECT_EQ(allOf<ir::MmaWaitOp>(lowered).size(), 0u) << lowered.str();
}

// An operand that is computed passes through a ring that the third role fills.
TEST_F(TensorAccumulators, NoStepIsTooMany) {
  for (const auto &[isComputed, steps] : {std::pair(false, 9u), std::pair(true, 18u)}) {
    isComputed ? takeGemmExp() : takeGemm();
    expectNoStepTooMany(steps);
  }
}

TEST_F(TensorAccumulators, ReadBeforeItIsWhole) {
  takeGemm();
  Lowered lowered = lower();
  allOf<ir::CommitOp>(lowered)[1]->moveBefore(allOf<ir::IterateOp>(lowered)[1]);
  expectWrong(lowered);
}

TEST_F(TensorAccumulators, ReleasedBeforeItIsRead) {
  takeGemm();
  Lowered lowered = lower();
  mlir::Operation *release = allOf<ir::ReleaseOp>(lowered).back();
  for (mlir::Operation *read : allOf<ir::SharedReadOp>(lowered))
    release->moveBefore(read);
  expectFound(lowered, "which it has not waited for");
}
