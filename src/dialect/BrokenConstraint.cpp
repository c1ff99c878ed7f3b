//===- BrokenConstraint.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"

namespace wave::ir {

static void attach(mlir::InFlightDiagnostic &diagnostic,
                   llvm::ArrayRef<std::pair<mlir::Location, std::string>> notes) {
  for (const auto &[at, fact] : notes)
    diagnostic.attachNote(at) << fact;
}

void BrokenConstraint::remark() const {
  mlir::InFlightDiagnostic diagnostic = mlir::emitRemark(where) << text;
  attach(diagnostic, notes);
}

BrokenConstraint::operator llvm::LogicalResult() const {
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(where) << text;
  attach(diagnostic, notes);
  return diagnostic;
}

mlir::InFlightDiagnostic withHelp(mlir::InFlightDiagnostic report, const llvm::Twine &wayOut) {
  report.attachNote(
      mlir::UnknownLoc::get(report.getUnderlyingDiagnostic()->getLocation().getContext()))
      << "help: " << wayOut;
  return report;
}

} // namespace wave::ir
