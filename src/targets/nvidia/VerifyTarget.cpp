//===- VerifyTarget.cpp - Refuses what the chip has no machine code for ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/StringSet.h"

#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"
#include "targets/llvm/KernelForm.h"
#include "targets/llvm/VerifyOperation.h"
#include "targets/nvidia/AddressSpaces.h"
#include "targets/nvidia/OperationDetails.h"
#include "targets/nvidia/OperationTable.h"
#include "targets/nvidia/Passes.h"
#include "targets/nvidia/SharedMemory.h"

using namespace mlir;
using wave::ir::BrokenConstraint;

namespace wave::nvidia {
#define GEN_PASS_DEF_VERIFYTARGET
#include "targets/nvidia/Passes.h.inc"

/// Of a warpgroup, which multiplies by wgmma and moves registers together.
static constexpr int64_t lanesOfWarpgroup = 128;

static constexpr unsigned spaces[] = {genericSpace, globalSpace, sharedSpace, tensorSpace,
                                      clusterSpace};

static LogicalResult verifyOperation(Operation *op, const machine::Chip &chip) {
  static const codegen::Vendor vendor{
      "nvidia-operation", spaces, "global memory, of shared memory and of a cluster's", supportOf};
  return failure(failed(codegen::verifyOperation(op, vendor, chip)) ||
                 failed(verifyDetails(op, chip)));
}

/// Instructions of a warpgroup, all of whose lanes have to be there.
static Operation *findOfWarpgroups(LLVM::LLVMFuncOp kernel) {
  Operation *found = nullptr;
  kernel.walk([&](Operation *op) {
    if (!isa<NVVM::WgmmaMmaAsyncOp, NVVM::SetMaxRegisterOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static LogicalResult verifyWorkgroup(LLVM::LLVMFuncOp kernel, const codegen::KernelForm &form,
                                     const machine::Chip &chip) {
  const int64_t lanes = form.lanes();
  if (lanes > chip.maxThreads)
    return BrokenConstraint(kernel, "nvidia-workgroup",
                            "kernel '" + kernel.getSymName() + "': a workgroup has " +
                                llvm::Twine(lanes) + " lanes, " + llvm::Twine(chip.processor) +
                                " runs at most " + llvm::Twine(chip.maxThreads))
        .help("choose fewer waves for a workgroup, or larger tiles for a wave");
  if (Operation *op = findOfWarpgroups(kernel); op && lanes % lanesOfWarpgroup != 0)
    return BrokenConstraint(op, "nvidia-workgroup",
                            "'" + op->getName().getStringRef() + "' is of " +
                                llvm::Twine(lanesOfWarpgroup) + " lanes, a workgroup has " +
                                llvm::Twine(lanes))
        .help("choose a multiple of 4 waves for a workgroup");
  auto required = kernel->getAttrOfType<DenseI32ArrayAttr>(NVVM::NVVMDialect::getReqntidAttrName());
  if (required && required.asArrayRef() != ArrayRef<int32_t>(form.workgroup))
    return BrokenConstraint(kernel, "normal-form",
                            "not in the form target: nvvm.reqntid and wave.workgroup differ")
        .help("wave emit --stage target writes that form");
  return success();
}

/// One block of bytes without a value, or one without a size that a launch adds.
static bool isSharedBlock(LLVM::GlobalOp global) {
  if (global.getAddrSpace() != sharedSpace || global.getValueOrNull() ||
      !global.getInitializerRegion().empty() || !codegen::isTargetType(global.getType(), spaces))
    return false;
  if (global.getLinkage() == LLVM::Linkage::Internal)
    return true;
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
  return global.getLinkage() == LLVM::Linkage::External && array && array.getNumElements() == 0;
}

static LogicalResult verifyGlobals(ModuleOp module) {
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (!isSharedBlock(global))
      return BrokenConstraint(global, "normal-form",
                              "not in the form target: '" + global.getSymName() +
                                  "' is not internal shared memory without a value")
          .help("wave emit --stage target writes that form");
  return success();
}

/// All lie at the start of what a launch adds.
static LogicalResult verifySharedMemory(LLVM::LLVMFuncOp kernel, const machine::Chip &chip) {
  llvm::StringSet<> used;
  kernel.walk([&](LLVM::AddressOfOp address) { used.insert(address.getGlobalName()); });
  if (used.size() > 1)
    return BrokenConstraint(kernel, "normal-form",
                            "not in the form target: kernel '" + kernel.getSymName() + "' uses " +
                                llvm::Twine(used.size()) + " blocks of shared memory")
        .help("wave emit --stage target writes one");
  const int64_t bytes = bytesOfShared(kernel);
  if (bytes <= chip.sharedBytes)
    return success();
  return BrokenConstraint(kernel, "nvidia-shared-memory",
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
                                           "there is no NVIDIA chip '" + chip +
                                               "'; the chips are: " + machine::processorsOf(family))
                              .help("choose one of them"));
      return signalPassFailure();
    }
    auto verify = [&](Operation *op) { return WalkResult(verifyOperation(op, *known)); };
    if (module.walk<WalkOrder::PreOrder>(verify).wasInterrupted() ||
        failed(verifyGlobals(module)) ||
        llvm::any_of(module.getOps<LLVM::LLVMFuncOp>(),
                     [&](LLVM::LLVMFuncOp kernel) { return failed(verifyKernel(kernel, *known)); }))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  static LogicalResult verifyKernel(LLVM::LLVMFuncOp kernel, const machine::Chip &chip) {
    auto form = codegen::kernelForm(kernel, NVVM::NVVMDialect::getKernelFuncAttrName());
    return failure(failed(form) || failed(verifyWorkgroup(kernel, *form, chip)) ||
                   failed(verifySharedMemory(kernel, chip)));
  }
};
} // namespace
} // namespace wave::nvidia
