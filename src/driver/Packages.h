//===- Packages.h - From a compile to a package ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

#include "driver/CompiledKernel.h"
#include "driver/Spills.h"
#include "runtime/package/Package.h"

namespace wave {

/// Makes machine code of a module in the llvm form: a cubin, or PTX where nothing here makes one.
/// `held` is what lanes held before.
Package packageOf(mlir::ModuleOp module, const CompiledKernel::Impl &impl, const HeldTiles &held);

} // namespace wave
