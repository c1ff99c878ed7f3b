//===- AllocateAccumulators.cpp - Accumulators in tensor memory -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the ways of reads through shared memory                       (staged)
// Gives: the same; an accumulator in tensor memory has a ring there, which its users read, and
//        an operand of its MMAs that lanes hold a ring in shared memory, read by descriptor
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "analysis/TensorAccumulators.h"
#include "dialect/BrokenConstraint.h"
#include "passes/Passes.h"
#include "passes/stage/AccumulatedSteps.h"
#include "symbolic/Node.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_ALLOCATEACCUMULATORS
#include "passes/Passes.h.inc"

namespace {

struct AllocateAccumulators : impl::AllocateAccumulatorsBase<AllocateAccumulators> {
  void runOnOperation() override {
    SmallVector<ir::MmaOp> products;
    getOperation().walk([&](ir::MmaOp mma) {
      if (mma.getInTensorMemory())
        products.push_back(mma);
    });
    llvm::MapVector<Value, ir::MmaOp> sums; // by where they are whole
    for (ir::MmaOp mma : products) {
      std::string reason;
      const analysis::TensorAccumulator sum = analysis::tensorAccumulatorOf(mma, reason);
      if (!sum.whole) {
        (void)LogicalResult(
            ir::BrokenConstraint(mma, "not-by-descriptor",
                                 "mma: " + *mma.getMmaType() +
                                     " accumulates in tensor memory: " + reason)
                .help("start the accumulator at 0, and use it only after its MMAs; or leave "
                      "mma_type out"));
        return signalPassFailure();
      }
      sums.insert({sum.whole, mma});
    }
    for (auto &[whole, mma] : sums)
      stageSum(mma);
    for (ir::MmaOp mma : products)
      for (auto [operand, name] :
           {std::pair(&mma.getLhsMutable(), "lhs"), std::pair(&mma.getRhsMutable(), "rhs")})
        if (!isa<ir::BufferType>(operand->get().getType()))
          stageOperand(*operand, name);
  }

private:
  void stageSum(ir::MmaOp mma) {
    std::string reason;
    ir::IndexValues indices;
    const Expr steps = accumulatedSteps(analysis::tensorAccumulatorOf(mma, reason).whole, indices);
    const analysis::TensorAccumulator sum =
        analysis::tensorAccumulatorOf(mma, reason); // loops may be others now
    const auto tile = cast<ir::TileType>(sum.whole.getType());
    const Location loc = sum.whole.getLoc();
    // The number is the sum's own, which no lane holds.
    auto zero = sum.begin->get().getDefiningOp<ir::RegisterOp>();
    if (!zero.getResult().hasOneUse())
      sum.begin->set(cast<ir::RegisterOp>(OpBuilder(zero).clone(*zero)).getResult());
    OpBuilder builder(&getContext());
    Value ring = allocate(builder, loc, tile, "sum", ir::MemorySpace::Tensor);
    builder.setInsertionPointAfterValue(sum.whole);
    auto write = ir::SharedWriteOp::create(builder, loc, sum.whole, ring, {}, builder.getUnitAttr(),
                                           StringAttr());
    auto read = ir::SharedReadOp::create(builder, loc, tile, ring, {}, StringAttr());
    builder.setInsertionPoint(read);
    if (const std::optional<int64_t> count = symbolic::constantOf(steps); !count || *count == 0)
      read.getAccumulatedMutable().assign(indices.create(builder, loc, steps));
    Value(sum.whole).replaceAllUsesExcept(read.getResult(), write);
  }

  void stageOperand(OpOperand &operand, StringRef name) {
    Operation *mma = operand.getOwner();
    const auto tile = cast<ir::TileType>(operand.get().getType());
    OpBuilder builder(&getContext());
    Value ring = allocate(builder, mma->getLoc(), tile, name, ir::MemorySpace::Shared);
    builder.setInsertionPoint(mma);
    ir::SharedWriteOp::create(builder, mma->getLoc(), operand.get(), ring, {}, UnitAttr(),
                              StringAttr());
    operand.set(ir::ViewOp::create(builder, mma->getLoc(), ring, StringAttr()));
  }

  /// A ring of one slot, behind the constraints.
  Value allocate(OpBuilder &builder, Location loc, ir::TileType tile, StringRef name,
                 ir::MemorySpace space) {
    builder.setInsertionPointToEnd(getOperation().getBlock());
    for (Operation &op : *getOperation().getBlock())
      if (!ir::isDeclaration(&op)) {
        builder.setInsertionPoint(&op);
        break;
      }
    return ir::AllocateOp::create(builder, loc, ir::BufferType::of(tile, 1, space),
                                  builder.getStringAttr(name), IntegerAttr());
  }
};

} // namespace
} // namespace wave
