//===- LiveTiles.h - What is held while an operation runs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Liveness in the forms with structured control flow: what a loop's next step uses again stays
// live through the whole body.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

#include "dialect/Dialect.h"

namespace wave::analysis {

using LiveValues = llvm::SetVector<mlir::Value>;

/// Of the values that `op` and those after it use: the ones `across`, which are made before it
/// and used after it or within it, and all that are there `before` it.
using AtOperation = llvm::function_ref<void(mlir::Operation *op, const LiveValues &across,
                                            const LiveValues &before)>;

/// Backwards through a block, and the blocks within it.
void forEachOperation(mlir::Block &block, AtOperation visit);

} // namespace wave::analysis
