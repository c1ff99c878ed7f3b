//===- VerifyTarget.cpp - Refuses what the chip has no machine code for ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"
#include "targets/amd/AddressSpaces.h"
#include "targets/amd/OperationDetails.h"
#include "targets/amd/OperationTable.h"
#include "targets/amd/Passes.h"
#include "targets/llvm/KernelForm.h"
#include "targets/llvm/VerifyOperation.h"

using namespace mlir;
using wave::ir::BrokenConstraint;

namespace wave::amd {
#define GEN_PASS_DEF_VERIFYTARGET
#include "targets/amd/Passes.h.inc"

static constexpr unsigned spaces[] = {globalSpace, sharedSpace, fatBufferSpace, bufferSpace};

static LogicalResult verifyOperation(Operation *op, const machine::Chip &chip) {
  static const codegen::Vendor vendor{"amd-operation", spaces,
                                      "global and shared memory and of buffers", supportOf};
  return failure(failed(codegen::verifyOperation(op, vendor, chip)) ||
                 failed(verifyDetails(op, chip)));
}

static LogicalResult verifyKernel(LLVM::LLVMFuncOp kernel, const machine::Chip &chip) {
  auto form = codegen::kernelForm(kernel, kernelAttr);
  if (failed(form))
    return failure();
  if (form->lanes() > chip.maxThreads)
    return BrokenConstraint(kernel, "amd-workgroup",
                            "kernel '" + kernel.getSymName() + "': a workgroup has " +
                                llvm::Twine(form->lanes()) + " lanes, " +
                                llvm::Twine(chip.processor) + " runs at most " +
                                llvm::Twine(chip.maxThreads))
        .help("choose fewer waves for a workgroup, or larger tiles for a wave");
  return success();
}

static LogicalResult verifyGlobals(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getAddrSpace() != sharedSpace || global.getLinkage() != LLVM::Linkage::Internal ||
        global.getValueOrNull() || !global.getInitializerRegion().empty() ||
        !codegen::isTargetType(global.getType(), spaces))
      return BrokenConstraint(global, "normal-form",
                              "not in the form target: '" + global.getSymName() +
                                  "' is not internal shared memory without a value")
          .help("wave emit --stage target writes that form");
  return success();
}

/// Of what a kernel uses: each entry point has shared memory of its own.
static LogicalResult verifySharedMemory(LLVM::LLVMFuncOp kernel, const machine::Chip &chip) {
  auto module = kernel->getParentOfType<ModuleOp>();
  const DataLayout layout(module);
  llvm::SetVector<StringRef> used;
  kernel.walk([&](LLVM::AddressOfOp address) { used.insert(address.getGlobalName()); });
  int64_t bytes = 0;
  for (StringRef name : used)
    if (auto global = module.lookupSymbol<LLVM::GlobalOp>(name))
      bytes = llvm::alignTo(bytes, global.getAlignment().value_or(1)) +
              static_cast<int64_t>(layout.getTypeSize(global.getType()).getFixedValue());
  if (bytes <= chip.sharedBytes)
    return success();
  return BrokenConstraint(kernel, "amd-shared-memory",
                          "the tiles in shared memory need " + llvm::Twine(bytes) +
                              " bytes, a workgroup on " + llvm::Twine(chip.processor) + " has " +
                              llvm::Twine(chip.sharedBytes))
      .help("choose smaller tiles, or keep fewer of them at a time");
}

namespace {
struct VerifyTarget : impl::VerifyTargetBase<VerifyTarget> {
  using VerifyTargetBase::VerifyTargetBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    const machine::Chip *known = machine::chipNamed(chip, family);
    if (!known) {
      (void)LogicalResult(BrokenConstraint(module, "unknown-target",
                                           "there is no AMD chip '" + chip +
                                               "'; the chips are: " + machine::processorsOf(family))
                              .help("choose one of them"));
      return signalPassFailure();
    }
    auto verify = [&](Operation *op) { return WalkResult(verifyOperation(op, *known)); };
    bool failing = module.walk<WalkOrder::PreOrder>(verify).wasInterrupted();
    failing = failing || failed(verifyGlobals(module));
    for (auto kernel : module.getOps<LLVM::LLVMFuncOp>())
      failing = failing || failed(verifyKernel(kernel, *known)) ||
                failed(verifySharedMemory(kernel, *known));
    if (failing)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace wave::amd
