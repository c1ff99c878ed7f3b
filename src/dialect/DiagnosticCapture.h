//===- DiagnosticCapture.h - From MLIR's diagnostics to ours --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "mlir/IR/Diagnostics.h"
#include "wave/diagnostic.h"
#include "llvm/ADT/StringExtras.h"

namespace wave::ir {

/// The first file position in `location`, if there is one.
SourceLocation sourceLocation(mlir::Location location);
mlir::Location irLocation(const SourceLocation &where, mlir::MLIRContext *context);

/// Takes a message apart as BrokenConstraint put it together.
Diagnostic toDiagnostic(mlir::Diagnostic &diagnostic);

/// Reports a remark that was not put together by MLIR's means.
void emitRemark(mlir::Location where, const Diagnostic &remark);

/// Who wrote the IR that an error is about.
enum class Author {
  Calls,    ///< the user, by calls of the language and by values of symbols
  Text,     ///< the user, as text
  Compiler, ///< a pass, so that a broken constraint of an operation is our fault
};

/// Collects what MLIR reports in `context` while it lives; nothing is printed.
class DiagnosticCapture {
public:
  explicit DiagnosticCapture(mlir::MLIRContext *context);

  const std::vector<Diagnostic> &remarks() const { return remarks_; }
  /// Throws the first error as an Error.  One without an id did not come from our
  /// checks: it is an InternalError that `doing` describes, unless the user wrote
  /// text.
  [[noreturn]] void throwError(const std::string &doing, Author author = Author::Calls) const;

private:
  mlir::ScopedDiagnosticHandler handler;
  std::vector<Diagnostic> errors_, remarks_;
};

} // namespace wave::ir
