//===- EntryPoints.h - What the attributes of the target form say ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "runtime/EntryPoint.h"

namespace wave {

/// Of the function `name` of a module in the target form or behind it
/// (docs/adr/0012-target-form.md).
EntryPoint entryPointOf(mlir::ModuleOp module, const std::string &name, bool needsAlignedRows);

} // namespace wave
