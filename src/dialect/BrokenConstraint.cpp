//===- BrokenConstraint.cpp -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"

namespace wave::ir {

BrokenConstraint::operator llvm::LogicalResult() const {
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(where) << text;
  for (const auto &[at, fact] : notes)
    diagnostic.attachNote(at) << fact;
  return diagnostic;
}

mlir::InFlightDiagnostic withHelp(mlir::InFlightDiagnostic report, const llvm::Twine &wayOut) {
  report.attachNote(
      mlir::UnknownLoc::get(report.getUnderlyingDiagnostic()->getLocation().getContext()))
      << "help: " << wayOut;
  return report;
}

} // namespace wave::ir
