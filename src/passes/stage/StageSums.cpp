//===- StageSums.cpp - The way through tensor memory ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the ways of reads through shared memory                       (staged)
// Gives: the same; a sum in tensor memory goes in place into a ring, from which its users
//        take it
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "analysis/TensorSums.h"
#include "dialect/BrokenConstraint.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_STAGESUMS
#include "passes/Passes.h.inc"

namespace {

struct StageSums : impl::StageSumsBase<StageSums> {
  void runOnOperation() override {
    llvm::MapVector<Value, analysis::TensorSum> sums;
    WalkResult result = getOperation().walk([&](ir::MmaOp mma) {
      if (!ir::sumsInTensorMemory(mma))
        return WalkResult::advance();
      std::string reason;
      const analysis::TensorSum sum = analysis::tensorSumOf(mma, reason);
      if (sum.whole) {
        sums.insert({sum.whole, sum});
        return WalkResult::advance();
      }
      (void)LogicalResult(ir::BrokenConstraint(mma, "not-in-place",
                                               "mma: " + *mma.getMmaType() +
                                                   " adds to what is in tensor memory: " + reason)
                              .help("begin the sum with 0, and use it behind its products alone; "
                                    "or leave mma_type out"));
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto &[whole, sum] : sums)
      stage(sum);
  }

private:
  void stage(const analysis::TensorSum &sum) {
    const auto tile = cast<ir::TileType>(sum.whole.getType());
    const Location loc = ir::MmaOp(sum.products.front()).getLoc();
    // The number is the sum's own, which no lane holds.
    auto zero = sum.begin->get().getDefiningOp<ir::RegisterOp>();
    if (!zero.getResult().hasOneUse())
      sum.begin->set(cast<ir::RegisterOp>(OpBuilder(zero).clone(*zero)).getResult());
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBlock());
    for (Operation &op : *getOperation().getBlock())
      if (!ir::isConstraint(&op) && !isa<ir::AllocateOp>(op)) {
        builder.setInsertionPoint(&op);
        break;
      }
    auto type = ir::RingType::get(&getContext(), 1, tile.getDims(), tile.getElementType(), {});
    auto ring = ir::AllocateOp::create(builder, loc, type, builder.getStringAttr("sum"),
                                       IntegerAttr(), builder.getUnitAttr());
    builder.setInsertionPointAfterValue(sum.whole);
    auto write = ir::SharedWriteOp::create(builder, loc, sum.whole, ring.getRing(), {},
                                           builder.getUnitAttr(), StringAttr());
    auto read =
        ir::SharedReadOp::create(builder, loc, tile, ring.getRing(), {}, UnitAttr(), StringAttr());
    Value(sum.whole).replaceAllUsesExcept(read.getResult(), write);
  }
};

} // namespace
} // namespace wave
