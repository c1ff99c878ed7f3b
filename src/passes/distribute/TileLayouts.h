//===- TileLayouts.h - Layouts of whole tiles -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the waves of a workgroup share out a tile: by the matrix instruction that takes it,
// or so that lanes next to each other access elements next to each other.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "machine/Chip.h"
#include "machine/Layout.h"
#include "machine/MmaLayouts.h"

namespace wave {

/// The dimensions of the tile that `access` moves between registers and `memory`, those behind that
/// make the least steps in the memory.
mlir::SmallVector<ir::DimAttr> accessOrder(mlir::Operation *access, ir::MemoryType memory);

/// Whether each register of a lane, whichever lane and wave that is, has elements of one slice.
bool hasWholeSlices(const machine::Layout &layout, ir::TileType tile, ir::SliceAttr slice);

class TileLayouts {
public:
  /// The kernel has its waves (ResolveHardware).
  explicit TileLayouts(ir::KernelOp kernel);

  int64_t lanes() const { return lanes_; }
  /// That compute.
  int64_t waveCount() const;

  /// Of an operand or the accumulator of `mma`: the instruction's layout, repeated over
  /// the tile of a wave.  Packed, a lane takes elements of k for several instructions in a
  /// row, as many as make an access as wide as possible: a sum may be taken in any order of k
  /// that both operands have.  Of `slices`, the MMA's and those in which its operands are read,
  /// each along k has whole such rows.
  machine::Layout ofMma(ir::MmaOp mma, machine::MmaPart part, bool isPacked,
                        mlir::ArrayRef<ir::SliceAttr> slices) const {
    return ofMma(mma, part, isPacked, slices,
                 mlir::cast<ir::TileType>(mma->getOperand(static_cast<unsigned>(part)).getType()));
  }
  /// The same of a part of it: `tile`.
  machine::Layout ofMma(ir::MmaOp mma, machine::MmaPart part, bool isPacked,
                        mlir::ArrayRef<ir::SliceAttr> slices, ir::TileType tile) const;

  /// Of a tile that is moved to or from memory: the last dimension of `order`, which has
  /// its elements in a row, is cut into accesses as wide as possible, which lanes take one
  /// after another.  Wave constraints say which wave has what.
  machine::Layout ofAccess(ir::TileType tile, mlir::ArrayRef<ir::DimAttr> order,
                           int64_t bytes = machine::widestAccess) const;

  /// The same for a tile that so many waves move together, whichever computes with it.  Where
  /// operations move slices of it, which are along one dimension, the layout is that of a part of
  /// which each of them has whole ones, repeated.
  machine::Layout ofCopy(ir::TileType tile, mlir::ArrayRef<ir::DimAttr> order, int64_t waves,
                         mlir::ArrayRef<ir::SliceAttr> slices = {}) const;
  /// Of such a tile the parts along `dim` that slices are made of: the smallest ones of which each
  /// takes whole instructions of all lanes, so that slices take no more of them than the tile.
  ir::SliceUnits unitsOfCopy(ir::TileType tile, mlir::ArrayRef<ir::DimAttr> order, int64_t waves,
                             mlir::StringRef dim) const;

private:
  struct Wave {
    std::string dim; ///< empty where no constraint divides the tile along it
    int64_t count, tile;
    bool isDivided; ///< a workgroup's tile or a step is, which `tile` divides
  };
  const Wave *waveAlong(ir::ExprAttr dim) const;
  /// Whether each wave has exactly its constraint's elements of `tile`.
  bool isDivided(ir::TileType tile, ir::ExprAttr dim) const;
  /// Elements along `dim` that a wave computes: all of the tile's, or its share,
  /// but at least 1.
  int64_t waveTile(ir::TileType tile, ir::ExprAttr dim) const;
  /// The layout of a tile of which each wave holds that much.
  machine::Layout withWaves(ir::TileType tile, const machine::Digits &registers,
                            const machine::Digits &lanes) const;

  int64_t lanes_ = 1;
  mlir::SmallVector<Wave> waves;
};

} // namespace wave
