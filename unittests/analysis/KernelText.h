//===- KernelText.h - A kernel of the dialect from text, for an analysis --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "mlir/Parser/Parser.h"

#include "dialect/Dialect.h"

namespace wave::analysis {

/// One kernel and what it lives in.
class KernelText {
public:
  explicit KernelText(const std::string &text) {
    context.loadDialect<ir::WaveDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, mlir::ParserConfig(&context));
    if (!module)
      throw std::runtime_error("the text of a test does not parse");
  }
  ir::KernelOp kernel() { return *module->getOps<ir::KernelOp>().begin(); }

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace wave::analysis
