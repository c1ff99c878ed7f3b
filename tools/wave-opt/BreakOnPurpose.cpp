//===- BreakOnPurpose.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BreakOnPurpose.h"

#include "dialect/Dialect.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;

namespace wave {
namespace {
struct BreakOnPurpose : PassWrapper<BreakOnPurpose, OperationPass<ir::KernelOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BreakOnPurpose)

  BreakOnPurpose() = default;
  BreakOnPurpose(const BreakOnPurpose &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "break-on-purpose"; }
  StringRef getDescription() const override { return "Fail, for tests"; }

  void runOnOperation() override {
    if (how == "pass") {
      getOperation().emitError("broken on purpose");
      return signalPassFailure();
    }
    if (how == "fatal")
      llvm::report_fatal_error("broken on purpose", /*gen_crash_diag=*/false);
    for (auto constraint : getOperation().getBlock()->getOps<ir::WorkgroupConstraintOp>())
      constraint.setWorkgroupDim(7);
  }

  Option<std::string> how{*this, "how", llvm::cl::desc("pass, verifier or fatal")};
};
} // namespace

std::unique_ptr<Pass> createBreakOnPurpose(const std::string &how) {
  auto pass = std::make_unique<BreakOnPurpose>();
  pass->how = how;
  return pass;
}

void registerBreakOnPurpose() { PassRegistration<BreakOnPurpose>(); }

} // namespace wave
