//===- GlobalAccess.h - How wide an access to a memory is -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// Elements of the widest access of a lane to consecutive registers of `tile` that `op` makes to a
/// memory whose rows are aligned: what is proved to be in one row, and aligned.
int64_t globalAccessWidth(mlir::Operation *op, ir::TileType tile, ir::MemoryType memory);

/// Whether nothing in the kernel writes the memory.
bool isOnlyRead(mlir::Value memory);

/// Whether lanes load each part of the tile where they use it, so that they do not hold all of it:
/// the role orders its code by that, all lanes have the same elements, and masked loads are as wide
/// as others.
bool isLoadedWhereUsed(ir::ReadOp read);

} // namespace wave::analysis
