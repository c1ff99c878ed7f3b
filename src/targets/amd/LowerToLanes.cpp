//===- LowerToLanes.cpp - The target form for CDNA ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, every ring a place, barriers stand; each kernel is one version
//        (SpecialisePaths)                                             (distributed)
// Gives: the target form (docs/adr/0012-target-form.md), an entry point of each version
//
//===----------------------------------------------------------------------===//

#include "dialect/Paths.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "targets/amd/AmdLanes.h"
#include "targets/amd/Passes.h"
#include "targets/gpu/LowerKernel.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace wave::amd {
#define GEN_PASS_DEF_LOWERTOLANES
#include "targets/amd/Passes.h.inc"

namespace {
struct LowerToLanes : impl::LowerToLanesBase<LowerToLanes> {
  void runOnOperation() override {
    AmdLanes target;
    SmallVector<ir::KernelOp> kernels(getOperation().getOps<ir::KernelOp>());
    for (ir::KernelOp kernel : kernels) {
      if (failed(ir::verifyIsVersion(kernel)))
        return signalPassFailure();
      auto kernelName = kernel->getAttrOfType<StringAttr>(ir::versionOfAttr);
      gpu::lowerKernel(kernel, kernelName ? anyEntry(kernelName.str()) : kernel.getSymName().str(),
                       target);
      kernel.erase();
    }
  }
};
} // namespace

void addLanePasses(OpPassManager &manager) {
  manager.addPass(createSpecialisePaths({.anyStores = {}}));
  manager.addPass(createLowerToLanes());
  gpu::addSimplification(manager);
}

} // namespace wave::amd
