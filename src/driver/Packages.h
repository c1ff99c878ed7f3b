//===- Packages.h - From a compile to a package ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "driver/CompiledKernel.h"
#include "runtime/package/Package.h"

namespace wave {

/// Of a module in the target form, or behind it, and the code that was made of it.
Package packageOf(mlir::ModuleOp module, const CompiledKernel::Impl &impl, CodeImage image);

} // namespace wave
