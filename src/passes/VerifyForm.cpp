//===- VerifyForm.cpp - Check that a kernel is in a normal form -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/OutstandingMmas.h"
#include "dialect/NormalForms.h"
#include "passes/Passes.h"

namespace wave {
#define GEN_PASS_DEF_VERIFYFORM
#include "passes/Passes.h.inc"

namespace {
struct VerifyForm : impl::VerifyFormBase<VerifyForm> {
  using VerifyFormBase::VerifyFormBase;

  void runOnOperation() override {
    std::optional<ir::Form> wanted = ir::formNamed(form);
    if (!wanted) {
      getOperation().emitError("there is no normal form '" + form + "'");
      return signalPassFailure();
    }
    if (failed(ir::verifyForm(getOperation(), *wanted)) ||
        (*wanted == ir::Form::Distributed && failed(analysis::verifyWaits(getOperation()))))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
} // namespace wave
