//===- ConvertToLLVM.cpp - The target form to the LLVM dialect ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: llvm, rocdl, scf                                             (target)
// Gives: llvm, rocdl                                                    (llvm)
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"

#include "targets/amd/Passes.h"
#include "targets/llvm/ControlFlow.h"
#include "targets/llvm/KernelForm.h"

using namespace mlir;

namespace wave::amd {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "targets/amd/Passes.h.inc"

/// What ROCDL's translation makes metadata and attributes of LLVM of.
static void describeWorkgroup(LLVM::LLVMFuncOp kernel, const codegen::KernelForm &form) {
  const std::string lanes = std::to_string(form.lanes());
  OpBuilder builder(kernel);
  kernel->setAttr("rocdl.reqd_work_group_size", builder.getDenseI32ArrayAttr(form.workgroup));
  kernel->setAttr("rocdl.flat_work_group_size", builder.getStringAttr(lanes + "," + lanes));
}

static void describeMemories(LLVM::LLVMFuncOp kernel, const codegen::KernelForm &form) {
  auto unit = UnitAttr::get(kernel.getContext());
  for (const codegen::KernelMemory &memory : form.memories) {
    kernel.setArgAttr(memory.pointer, LLVM::LLVMDialect::getNoAliasAttrName(), unit);
    if (memory.access == "read")
      kernel.setArgAttr(memory.pointer, LLVM::LLVMDialect::getReadonlyAttrName(), unit);
    if (memory.access == "write")
      kernel.setArgAttr(memory.pointer, LLVM::LLVMDialect::getWriteOnlyAttrName(), unit);
  }
}

namespace {
struct ConvertToLLVM : impl::ConvertToLLVMBase<ConvertToLLVM> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto form = codegen::kernelForm(kernel, kernelAttr);
      if (failed(form))
        return signalPassFailure();
      describeWorkgroup(kernel, *form);
      describeMemories(kernel, *form);
    }
    if (failed(codegen::flattenControlFlow(getOperation())))
      return signalPassFailure();
    LLVMTypeConverter types(&getContext());
    RewritePatternSet patterns(&getContext());
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(getContext());
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect>();
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

void addAmdPasses(OpPassManager &manager, const std::string &chip) {
  manager.addPass(createVerifyTarget({.chip = chip}));
  manager.addPass(createConvertToLLVM());
}

} // namespace wave::amd
