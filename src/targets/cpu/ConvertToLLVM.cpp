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
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "targets/cpu/Passes.h"
#include "targets/llvm/ControlFlow.h"

using namespace mlir;

namespace wave::cpu {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "targets/cpu/Passes.h.inc"

namespace {
struct ConvertToLLVM : impl::ConvertToLLVMBase<ConvertToLLVM> {
  void runOnOperation() override {
    if (failed(codegen::flattenControlFlow(getOperation())))
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
