//===- LowerToLanes.cpp - The target form for NVIDIA chips ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every tile has a layout, every ring a place, barriers stand   (distributed)
// Gives: the target form (docs/adr/0012-target-form.md): entry points, NAME for aligned
//        arguments, NAME_any_stores where those that are only read are aligned, and NAME_any
//
//===----------------------------------------------------------------------===//

#include "analysis/GlobalAccess.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Distribution.h"
#include "machine/Chip.h"
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
      const std::string name = kernel.getSymName().str();
      std::vector<std::pair<std::string, gpu::Arguments>> entries = {
          {name, gpu::Arguments::Aligned}, {anyEntry(name), gpu::Arguments::Any}};
      if (loadsBoxesAlone(kernel))
        entries.insert(entries.begin() + 1, {anyStoresEntry(name), gpu::Arguments::AlignedReads});
      for (const auto &[entry, arguments] : entries) {
        gpu::lowerKernel(kernel, entry, arguments, target);
        describeCluster(kernel, entry);
      }
      kernel.erase();
    }
  }

private:
  /// Whether the kernel loads with TMA what it only reads: so it does also where the rows of what
  /// it writes are not aligned.
  static bool loadsBoxesAlone(ir::KernelOp kernel) {
    bool loads = false;
    kernel.walk([&](ir::CopyOp copy) {
      loads |= copy->getParentOfType<ir::RoleOp>() && analysis::isOnlyRead(copy.getMemory());
    });
    return loads && !llvm::all_of(kernel.getBlock()->getArguments(), analysis::isOnlyRead);
  }

  /// Says which workgroups run together, where any do.
  void describeCluster(ir::KernelOp kernel, const std::string &entry) {
    if (ir::clusterSize(kernel) == 1)
      return;
    const std::array<int64_t, 3> counts = ir::workgroupsPerCluster(kernel);
    const SmallVector<int32_t> narrow(counts.begin(), counts.end());
    getOperation().lookupSymbol(entry)->setAttr(
        codegen::clusterAttr, Builder(&getContext()).getDenseI32ArrayAttr(narrow));
  }
};
} // namespace

void addLanePasses(OpPassManager &manager, const std::string &chip) {
  manager.addPass(createLowerToLanes({.chip = chip}));
  gpu::addSimplification(manager);
  manager.addPass(createVerifyChannels());
}

} // namespace wave::nvidia
