//===- ConvertToLLVM.cpp - The target form to the LLVM dialect ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: llvm, nvvm, scf, arith                                       (target)
// Gives: llvm, nvvm                                                     (llvm)
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include "targets/llvm/ControlFlow.h"
#include "targets/llvm/KernelForm.h"
#include "targets/nvidia/Passes.h"
#include "targets/nvidia/RegisterFence.h"
#include "targets/nvidia/SharedMemory.h"

using namespace mlir;

namespace wave::nvidia {
#define GEN_PASS_DEF_CONVERTTOLLVM
#include "targets/nvidia/Passes.h.inc"

/// ptxas keeps to the registers of setmaxnreg only where it knows how many lanes share
/// them: the size of the workgroup, and that one workgroup is to fit.
static void describeWorkgroup(LLVM::LLVMFuncOp kernel, const codegen::KernelForm &form) {
  OpBuilder builder(kernel);
  kernel->setAttr(NVVM::NVVMDialect::getReqntidAttrName(),
                  builder.getDenseI32ArrayAttr(form.workgroup));
  if (!kernel->hasAttr(NVVM::NVVMDialect::getMinctasmAttrName()))
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(), builder.getI32IntegerAttr(1));
  if (form.hasClusters())
    kernel->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                    builder.getDenseI32ArrayAttr(form.cluster));
}

/// A launch refuses tensors that overlap (argument-overlap), but what is read by a tensor map
/// and written by lanes is one memory of two arguments.
static void describeMemories(LLVM::LLVMFuncOp kernel, const codegen::KernelForm &form) {
  auto unit = UnitAttr::get(kernel.getContext());
  bool hasMaps = false;
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    hasMaps = hasMaps || kernel.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName());
  for (const codegen::KernelMemory &memory : form.memories) {
    if (memory.access != "readwrite" || !hasMaps)
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
      auto form = codegen::kernelForm(kernel, NVVM::NVVMDialect::getKernelFuncAttrName());
      if (failed(form))
        return signalPassFailure();
      describeWorkgroup(kernel, *form);
      describeMemories(kernel, *form);
    }
    makeSharedDynamic(getOperation());
    fenceRegisters(getOperation());
    fenceLoads(getOperation());
    if (failed(codegen::flattenControlFlow(getOperation())))
      return signalPassFailure();
    writeAssembly();
    LLVMTypeConverter types(&getContext());
    RewritePatternSet patterns(&getContext());
    arith::populateArithToLLVMConversionPatterns(types, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
    LLVMConversionTarget target(getContext());
    target.addIllegalDialect<arith::ArithDialect, cf::ControlFlowDialect>();
    target.addLegalDialect<NVVM::NVVMDialect>();
    if (failed(applyPartialConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }

  /// Of operations that have no intrinsic: nvvm.wgmma.mma_async.
  void writeAssembly() {
    RewritePatternSet patterns(&getContext());
    populateNVVMToLLVMConversionPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace

void addNvidiaPasses(OpPassManager &manager, const std::string &chip) {
  manager.addPass(createVerifyTarget({.chip = chip}));
  manager.addPass(createConvertToLLVM());
}

} // namespace wave::nvidia
