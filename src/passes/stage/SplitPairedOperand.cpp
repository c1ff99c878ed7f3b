//===- SplitPairedOperand.cpp - Half of B in each CTA of a pair -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the ways of reads through shared memory                       (staged)
// Gives: the same; each CTA of a pair loads and holds half of the columns of rhs, the CTA of
//        even rank the first half
//
// Each CTA has its own accumulator and lhs, as before (docs/adr/0030-pairs.md).
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SetVector.h"

#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/IndexValues.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_SPLITPAIREDOPERAND
#include "passes/Passes.h.inc"

namespace {

struct SplitPairedOperand : impl::SplitPairedOperandBase<SplitPairedOperand> {
  void runOnOperation() override {
    llvm::SmallSetVector<Operation *, 4> views;
    WalkResult result = getOperation().walk([&](ir::MmaOp mma) {
      if (!ir::isOfPair(mma))
        return WalkResult::advance();
      auto view = mma.getRhs().getDefiningOp<ir::ViewOp>();
      const bool arePairs = ir::pairDim(getOperation()).has_value();
      if (!arePairs || !view || !isOfPairsAlone(view)) {
        (void)LogicalResult(
            ir::BrokenConstraint(
                mma, "not-by-descriptor",
                "mma: " + *mma.getMmaType() +
                    " is an MMA of a CTA pair, in which each workgroup has half of rhs "
                    "in shared memory, and " +
                    (arePairs ? "rhs is not there for such MMAs alone" : "clusters have no pairs"))
                .help("read rhs from a SHARED memory, in clusters of 2, or leave mma_type out"));
        return WalkResult::interrupt();
      }
      if (views.insert(view))
        halve(view, ir::mmaDims(mma).n);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static bool isOfPairsAlone(ir::ViewOp view) {
    return llvm::all_of(view->getUses(), [](OpOperand &use) {
      auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
      return mma && ir::isOfPair(mma) && &use == &mma.getRhsMutable();
    });
  }

  /// The way of rhs, a ring that one copy fills and one read empties.
  void halve(ir::ViewOp view, ir::ExprAttr columns) {
    const ir::TileType whole = view.getRing().getType().getTile(),
                       half = ir::halfOf(whole, columns);
    ir::setType(view.getRing(), ir::BufferType::of(half, view.getRing().getType().getSlots()));
    for (Operation *user : view.getRing().getUsers())
      if (auto copy = dyn_cast<ir::CopyOp>(user))
        for (auto [dim, start] :
             llvm::zip(copy.getMemory().getType().getDims(), copy.getStartMutable()))
          if (dim.getName() == columns) {
            OpBuilder builder(copy);
            ir::IndexValues indices;
            start.set(indices.create(
                builder, copy.getLoc(),
                ir::startOfHalf(getOperation(), indices.of(start.get()), whole, columns)));
          }
  }
};

} // namespace
} // namespace wave
