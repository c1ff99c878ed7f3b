//===- LowerToLanes.cpp - The target form for NVIDIA chips ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, every ring a place, barriers stand; each kernel is one version
//        (SpecialisePaths)                                             (distributed)
// Gives: the target form (docs/adr/0012-target-form.md), an entry point of each version
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "dialect/Paths.h"
#include "machine/Chip.h"
#include "passes/Passes.h"
#include "targets/gpu/LowerKernel.h"
#include "targets/llvm/KernelForm.h"
#include "targets/nvidia/NvidiaLanes.h"
#include "targets/nvidia/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace wave::nvidia {
#define GEN_PASS_DEF_LOWERTOLANES
#include "targets/nvidia/Passes.h.inc"

namespace {
struct LowerToLanes : impl::LowerToLanesBase<LowerToLanes> {
  using LowerToLanesBase::LowerToLanesBase;

  void runOnOperation() override {
    const machine::Chip *known = machine::chipNamed(chip.getValue(), family);
    if (!known) {
      (void)LogicalResult(
          ir::BrokenConstraint(getOperation(), "unknown-target", "there is no chip '" + chip + "'")
              .help("the chips are " + machine::processorsOf(family)));
      return signalPassFailure();
    }
    NvidiaLanes target(*known);
    SmallVector<ir::KernelOp> kernels(getOperation().getOps<ir::KernelOp>());
    for (ir::KernelOp kernel : kernels) {
      if (failed(ir::verifyIsVersion(kernel)))
        return signalPassFailure();
      describeCluster(kernel, gpu::lowerKernel(kernel, kernel.getSymName().str(), target));
      kernel.erase();
    }
  }

private:
  /// Says which workgroups run together, where any do.
  void describeCluster(ir::KernelOp kernel, Operation *entry) {
    if (ir::clusterSize(kernel) == 1)
      return;
    const std::array<int64_t, 3> counts = ir::workgroupsPerCluster(kernel);
    const SmallVector<int32_t> narrow(counts.begin(), counts.end());
    entry->setAttr(codegen::clusterAttr, Builder(&getContext()).getDenseI32ArrayAttr(narrow));
  }
};
} // namespace

void addLanePasses(OpPassManager &manager, const std::string &chip) {
  manager.addPass(createSpecialisePaths({.anyStores = anyStoresEntry(""), .any = anyEntry("")}));
  manager.addPass(createLowerToLanes({.chip = chip}));
  gpu::addSimplification(manager);
  manager.addPass(createVerifyChannels());
}

} // namespace wave::nvidia
