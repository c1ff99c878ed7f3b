//===- TilePlaces.h - Where a lane's elements of a tile are ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// In a memory of the caller and in a ring in shared memory: the addresses of the elements that
// a lane's registers hold, and whether they are there at all.  What registers share is
// computed once, what one adds is a number where that is proved.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/MemoryArguments.h"
#include "targets/gpu/Positions.h"
#include "targets/gpu/TileRegisters.h"

namespace wave::gpu {

/// Truth values are bytes in memory.
mlir::Type storedType(LaneCode &code, ir::TileType tile);
Value fromStored(LaneCode &code, ir::TileType tile, Value stored);
Value toStored(LaneCode &code, ir::TileType tile, Value value);
/// What was loaded, where `inside` says that it is there (null for everywhere), else `fill`, or 0
/// where that is null.  What is not there is forgotten before anything else is done with it: that
/// is how the executor knows that nobody uses it.
Value fromMasked(LaneCode &code, ir::TileType tile, Value stored, Value inside,
                 mlir::TypedAttr fill, int64_t width);

std::string nameOf(ir::ExprAttr dim);
/// 0 along a dimension that the position has not.
int64_t coordinate(const machine::Position &position, const std::string &dim);
/// The greatest coordinate along a dimension that the register has in any lane of any wave.
int64_t greatestCoordinate(const machine::Layout &layout, const std::string &dim, int64_t reg);
/// Whether registers that are moved together are in a slice; all are where that is null.
bool isInSlice(ir::SliceAttr slice, ir::TileType tile, int64_t reg, int64_t width);
/// What registers hold that a read of a slice leaves out: that of `into`, if it is there.
Value keptOf(LaneCode &code, ir::TileType tile, const TileRegisters *into, int64_t reg,
             int64_t width);

/// The widest masked access: none may straddle the end of a row.
int64_t maskedWidth(int64_t width, const Expr &rowSize);

/// A tile's place in a memory of the caller.
struct TileInMemory {
  ir::TileType tile;
  ir::MemoryType type;
  const MemoryArgument *memory;
  llvm::SmallVector<std::string> dims;   ///< of the memory
  llvm::SmallVector<Value> first;        ///< this lane's first coordinate, i64, without registers
  llvm::SmallVector<bool> mayExceed;     ///< some tile reaches beyond the memory
  llvm::SmallVector<bool> mayPrecede;    ///< some tile begins before the memory
  llvm::SmallVector<bool> mayExceedTile; ///< the layout reaches beyond the tile
  llvm::SmallVector<int64_t> sizes;      ///< of the tile
  llvm::SmallVector<Value> limits; ///< coordinates below these belong to the memory and the tile
  Value base;                      ///< the address of this lane's register 0
  int64_t width = 1;               ///< elements of one access

  Value address(LaneCode &code, int64_t reg) const;
  /// Whether the element in `reg` is one of the memory and of the tile; null for always.
  Value isInside(LaneCode &code, int64_t reg, bool isMasked) const;
};

/// A tile's place in a slot of a ring.
struct TileInRing {
  ir::TileType tile;
  ir::BufferType ring;
  Value slot;         ///< its address
  Value offset;       ///< of this lane's register 0 in it, unswizzled
  Value inRows, last; ///< where rows are cut: its offset without the last coordinate, and that
  llvm::SmallVector<std::pair<Value, int64_t>>
      exceeding; ///< this lane's coordinate, i32, and the size
  llvm::SmallVector<std::string> exceedingDims;
  int64_t width; ///< elements of one access
  bool isSeparable;
  std::map<int64_t, Value> starts; ///< this lane's addresses, by what is swizzled of a register's

  Value address(LaneCode &code, int64_t reg);
  /// Whether the element in `reg` is one of the ring; null for always.
  Value isInside(LaneCode &code, int64_t reg) const;
  Value swizzled(LaneCode &code, Value linear) const;
  /// Where the last coordinate, i32, lies in a ring whose rows are cut.
  Value placeInRow(LaneCode &code, Value at) const;

private:
  /// Of a register, unswizzled.
  Value linearOf(LaneCode &code, int64_t reg) const;
};

} // namespace wave::gpu
