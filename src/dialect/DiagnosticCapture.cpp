//===- DiagnosticCapture.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/DiagnosticCapture.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include "diagnostic/ErrorId.h"

using namespace mlir;

namespace wave::ir {

SourceLocation sourceLocation(Location location) {
  if (auto found = location->findInstanceOf<FileLineColLoc>())
    return {found.getFilename().str(), found.getLine(), found.getColumn()};
  return {};
}

Location irLocation(const SourceLocation &where, MLIRContext *context) {
  if (!where.is_known())
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, where.file, where.line, where.column);
}

static std::pair<std::string, std::string> claimAndId(const std::string &text) {
  size_t open = text.rfind(" [");
  if (open == std::string::npos || text.back() != ']')
    return {text, ""};
  std::string id = text.substr(open + 2, text.size() - open - 3);
  bool isId = llvm::all_of(id, [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; });
  if (!isId || id.empty())
    return {text, ""};
  return {text.substr(0, open), id};
}

wave::Diagnostic toDiagnostic(mlir::Diagnostic &diagnostic) {
  wave::Diagnostic result;
  std::tie(result.message, result.id) = claimAndId(StringRef(diagnostic.str()).rtrim().str());
  result.where = sourceLocation(diagnostic.getLocation());
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    std::string text = note.str();
    if (StringRef(text).consume_front("help: "))
      result.help = text.substr(6);
    else
      result.notes.push_back({text, sourceLocation(note.getLocation())});
  }
  return result;
}

void emitRemark(Location where, const wave::Diagnostic &remark) {
  InFlightDiagnostic report = mlir::emitRemark(where) << remark.message << " [" << remark.id << "]";
  for (const Note &note : remark.notes)
    report.attachNote(irLocation(note.where, where.getContext())) << note.message;
  if (!remark.help.empty())
    report.attachNote(UnknownLoc::get(where.getContext())) << "help: " << remark.help;
}

DiagnosticCapture::DiagnosticCapture(MLIRContext *context)
    : handler(context, [this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
          errors_.push_back(toDiagnostic(diagnostic));
        else if (diagnostic.getSeverity() == DiagnosticSeverity::Remark)
          remarks_.push_back(toDiagnostic(diagnostic));
        return success();
      }) {}

/// Whether an id is that of a constraint of an operation, as `mma-c1`.
static bool isConstraint(StringRef id) {
  unsigned number = 0;
  return !id.rsplit("-c").second.getAsInteger(10, number);
}

void DiagnosticCapture::throwError(const std::string &doing, Author author) const {
  wave::Diagnostic first;
  if (!errors_.empty())
    first = errors_.front();
  bool isOurs =
      (author != Author::Text && first.id == "normal-form") ||
      (author == Author::Compiler && (isConstraint(first.id) || first.id == "target-protocol"));
  if (!first.id.empty() && !isOurs)
    throw Error(first);
  if (author == Author::Text) {
    first.id = ErrorId("ir-syntax");
    first.help = "a file holds one kernel of the wave dialect; `wave emit KERNEL --stage traced` "
                 "writes one";
    // MLIR's advice about registering dialects is not for the author of a kernel.
    std::erase_if(first.notes, [](const Note &note) {
      return note.message.find("Available dialects") != std::string::npos;
    });
    throw Error(first);
  }
  if (first.id.empty())
    first.id = ErrorId("internal");
  first.message =
      doing + " failed: " + (first.message.empty() ? "no reason was given" : first.message);
  first.help = "this is a bug in wave: please report it with the kernel";
  throw InternalError(first);
}

} // namespace wave::ir
