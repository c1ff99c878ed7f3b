//===- Manifest.h - How an object's entry points are launched -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/manifest.md describes the JSON object.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <string>

#include "mlir/IR/BuiltinOps.h"

#include "targets/amd/CodeObject.h"
#include "wave/expr.h"

namespace wave::report {

/// Of a module in the llvm form and the code object that was made of it.
std::string manifestOf(mlir::ModuleOp module, const amd::CodeObject &object,
                       const std::string &kernel, const std::array<Expr, 3> &grid);

} // namespace wave::report
