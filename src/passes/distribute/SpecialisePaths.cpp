//===- SpecialisePaths.cpp - Versions for what memories lack --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: every access to a memory has a path                             (distributed)
// Gives: the versions of each kernel (dialect/Paths.h), one after another; each has the paths that
//        its memories allow, and says which of these have aligned rows   (distributed)
//
//===----------------------------------------------------------------------===//

#include "dialect/Paths.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_SPECIALISEPATHS
#include "passes/Passes.h.inc"

namespace {
struct SpecialisePaths : impl::SpecialisePathsBase<SpecialisePaths> {
  using SpecialisePathsBase::SpecialisePathsBase;

  void runOnOperation() override {
    for (ir::KernelOp kernel : llvm::to_vector(getOperation().getOps<ir::KernelOp>())) {
      if (failed(ir::verifyPaths(kernel)))
        return signalPassFailure();
      specialise(kernel);
    }
  }

private:
  StringRef suffixOf(ir::Version version) const {
    switch (version) {
    case ir::Version::Full:
      return {};
    case ir::Version::AnyStores:
      return anyStores.getValue();
    case ir::Version::Any:
      return any.getValue();
    }
    llvm_unreachable("all versions are listed");
  }

  void specialise(ir::KernelOp kernel) {
    OpBuilder builder(kernel);
    for (ir::Version version : ir::versionsOf(kernel)) {
      const StringRef suffix = suffixOf(version);
      if (version != ir::Version::Full && suffix.empty())
        continue;
      auto own = cast<ir::KernelOp>(builder.clone(*kernel.getOperation()));
      own.setSymName((kernel.getSymName() + suffix).str());
      if (version != ir::Version::Full)
        own->setAttr(ir::versionOfAttr, kernel.getSymNameAttr());
      own->setAttr(ir::alignedRowsAttr, alignedRows(builder, kernel, version));
      setPaths(kernel, own, version);
    }
    kernel.erase();
  }

  static Attribute alignedRows(Builder &builder, ir::KernelOp kernel, ir::Version version) {
    SmallVector<bool> aligned;
    for (Value memory : kernel.getBlock()->getArguments())
      aligned.push_back(ir::needsAlignedRows(version, memory));
    return builder.getDenseBoolArrayAttr(aligned);
  }

  /// As the chosen ones, those of `kernel`, become in the version.
  static void setPaths(ir::KernelOp kernel, ir::KernelOp own, ir::Version version) {
    SmallVector<ir::AccessOpInterface> accesses;
    own.walk([&](ir::AccessOpInterface op) { accesses.push_back(op); });
    size_t number = 0;
    kernel.walk([&](ir::AccessOpInterface op) {
      ir::AccessOpInterface one = accesses[number++];
      if (op.getPaths().empty())
        return;
      const ir::AccessPath path = ir::pathIn(version, op);
      if (path != ir::pathOf(op))
        one.setPathAttr(ir::PathAttr::get(op->getContext(), path, 0));
    });
  }
};
} // namespace
} // namespace wave
