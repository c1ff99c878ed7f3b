//===- TileMappings.h - Tiles whose elements a mapping puts somewhere -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/MappedAccess.h"
#include "targets/gpu/TileAccess.h"

namespace wave::gpu {

/// A lane's part of a tile in a memory, for a read or a write with a mapping.
class MappedTile {
public:
  MappedTile(LaneCode &code, mlir::Operation *op, ir::KernelOp kernel, Positions &positions,
             analysis::IndexRanges &ranges, const MemoryArgument &memory);

  /// Elements of one access, in a memory whose rows are aligned.
  int64_t width(mlir::Operation *op) const;

  struct Element {
    Value address;
    Value isInside; ///< null for always
  };
  /// That in a register, the first one of an access.
  Element at(LaneCode &code, int64_t reg);

private:
  Positions &positions;
  const MemoryArgument &memory;
  analysis::MappedAccess access;
  llvm::SmallVector<Value> first;  ///< this lane's coordinates in the tile, i64, without registers
  llvm::SmallVector<Value> limits; ///< coordinates in the tile are below; null for none
  llvm::SmallVector<bool> isCut;   ///< such a limit may lie within an access
  llvm::SmallVector<analysis::MappedAccess::Edges> edges;
};

} // namespace wave::gpu
