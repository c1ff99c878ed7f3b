//===- GlobalAccess.h - How wide an access to a memory is -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// Elements of the widest access of a lane to consecutive registers of `tile` that `op` makes to a
/// memory whose rows are aligned: what is proved to be in one row, and aligned.
int64_t globalAccessWidth(mlir::Operation *op, ir::TileType tile, ir::MemoryType memory);

/// What the waves of a workgroup ask memory for when they load or store a tile.
struct SectorCost {
  int64_t bytes = 0;    ///< of the access of a lane
  int64_t requests = 0; ///< of lanes in step
  int64_t sectors = 0;  ///< of memory that these touch, each once in a request
  int64_t fewest = 0;   ///< that could hold as many bytes
};

/// Of a tile that lies in rows of the memory, which begin at sectors; nothing where a mapping does
/// more than move it.  `laneBytes` is the most that a lane accesses at a time.
std::optional<SectorCost> sectorCostOf(mlir::Operation *op, ir::TileType tile,
                                       ir::MemoryType memory, const machine::Chip &chip,
                                       int64_t laneBytes = machine::widestAccess);

/// Whether nothing in the kernel writes the memory.
bool isOnlyRead(mlir::Value memory);

/// Whether lanes load each part of the tile where they use it, so that they do not hold all of it:
/// the role orders its code by that, all lanes have the same elements, and masked loads are as wide
/// as others.
bool isLoadedWhereUsed(ir::ReadOp read);

} // namespace wave::analysis
