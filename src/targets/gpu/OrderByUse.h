//===- OrderByUse.h - Elements one after another, not operations ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles are computed operation by operation, each for all elements that a lane holds.  Where a lane
// holds nearly as much as it has registers, what chains of operations have in between does not fit
// beside that, and ptxas does not order what is far apart anew.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include "mlir/IR/Block.h"

namespace wave::gpu {

/// Moves what has no effects, and loads from pointers that are `isOnlyRead`, behind all that is not
/// needed before it: each in front of its first user.  What has effects keeps its order.
void orderByUse(mlir::Block &block, llvm::function_ref<bool(mlir::Value)> isOnlyRead);

} // namespace wave::gpu
