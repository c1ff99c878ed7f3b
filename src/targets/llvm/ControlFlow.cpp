//===- ControlFlow.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/llvm/ControlFlow.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;

namespace wave::codegen {

/// The last ones first: each is cut out of the block that it stands in, which moves all
/// that follows it there.  From the front, or inside of a conversion, which takes down
/// every move, the time grows with the square of the number of loops.  Before what they hold:
/// MLIR takes the first block of a loop for its last.
LogicalResult flattenControlFlow(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  SmallVector<Operation *> structured;
  module.walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    if (isa<scf::SCFDialect>(op->getDialect()) && isa<RegionBranchOpInterface>(op))
      structured.push_back(op);
  });
  PatternRewriter rewriter(module.getContext());
  for (Operation *op : structured) {
    rewriter.setInsertionPoint(op);
    if (failed(applicator.matchAndRewrite(op, rewriter)))
      return op->emitError("has no form in blocks and branches");
  }
  return success();
}

} // namespace wave::codegen
