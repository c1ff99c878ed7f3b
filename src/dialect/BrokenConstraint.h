//===- BrokenConstraint.h - Messages of verifiers and passes --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds one error of the compiler: a claim with its stable id, the facts that
// disagree as notes, and a way out.  Converting it to a failure reports it
// through MLIR, so that wave-opt shows it and the driver turns it into an Error.
// The text carries the structure: "claim [id]", then notes, the last of which
// may start with "help: ".
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include "diagnostic/ErrorId.h"

namespace wave::ir {

class BrokenConstraint {
public:
  BrokenConstraint(mlir::Location where, ErrorId id, const llvm::Twine &claim)
      : where(where), text((claim + " [" + id.str() + "]").str()) {}
  BrokenConstraint(mlir::Operation *op, ErrorId id, const llvm::Twine &claim)
      : BrokenConstraint(op->getLoc(), id, claim) {}

  BrokenConstraint &note(mlir::Location at, const llvm::Twine &fact) {
    notes.emplace_back(at, fact.str());
    return *this;
  }
  BrokenConstraint &help(const llvm::Twine &wayOut) {
    return note(mlir::UnknownLoc::get(where.getContext()), "help: " + wayOut);
  }

  /// Reports it as a remark: nothing fails.
  void remark() const;

  operator llvm::LogicalResult() const;
  operator mlir::ParseResult() const { return llvm::LogicalResult(*this); }

private:
  mlir::Location where;
  std::string text;
  llvm::SmallVector<std::pair<mlir::Location, std::string>> notes;
};

/// A way out for a report that cannot begin as a BrokenConstraint: of a parser, of a type.
mlir::InFlightDiagnostic withHelp(mlir::InFlightDiagnostic report, const llvm::Twine &wayOut);

} // namespace wave::ir
