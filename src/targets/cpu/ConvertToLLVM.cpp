//===- ConvertToLLVM.cpp - Loops over vectors to the LLVM dialect ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: arith, scf, func, vector, llvm                                 (loops)
// Gives: llvm alone                                                     (llvm)
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/PatternApplicator.h"

#include "targets/cpu/Passes.h"

using namespace mlir;

namespace wave::cpu {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "targets/cpu/Passes.h.inc"

/// Loops and branches become blocks, the last ones first: each is cut out of the
/// block that it stands in, which moves all that follows it there.  From the front,
/// or inside of a conversion, which takes down every move, the time grows with the
/// square of the number of loops.
static LogicalResult flattenControlFlow(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  SmallVector<Operation *> structured;
  module.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (isa<scf::ForOp, scf::IfOp>(op))
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

namespace {
struct ConvertToLLVM : impl::ConvertToLLVMBase<ConvertToLLVM> {
  void runOnOperation() override {
    if (failed(flattenControlFlow(getOperation())))
      return signalPassFailure();
    LLVMTypeConverter types(&getContext());
    RewritePatternSet patterns(&getContext());
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    populateFuncToLLVMConversionPatterns(types, patterns);
    populateVectorToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(getContext());
    target.addLegalOp<ModuleOp>();
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
} // namespace wave::cpu
