//===- Dialect.cpp - Registration of the wave dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Dialect.h"

#include "llvm/Support/ErrorHandling.h"

namespace wave::ir {

void WaveDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
}

void reportUnknown(mlir::Operation *op, llvm::StringRef where) {
  llvm::report_fatal_error("operation '" + llvm::Twine(op->getName().getStringRef()) +
                           "' is unknown to " + where);
}

} // namespace wave::ir

#include "dialect/WaveDialect.cpp.inc"
