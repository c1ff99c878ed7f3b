//===- TileMaps.h - Which tile a write reaches, and when ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The map from a workgroup and the trips of the loops around a write to the tile that it stores,
// read from the form bound.  src/symbolic/CoverageProof.h and Coverage.h judge it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "runtime/LaunchIndices.h"
#include "symbolic/Bounds.h"
#include "symbolic/Coverage.h"
#include "symbolic/Independence.h"

namespace wave::analysis {

struct WriteMap {
  ir::WriteOp write;
  mlir::SmallVector<ir::DimAttr> dims; ///< of the coordinates, with the size of a tile
  symbolic::TileMap map;
  bool isRepeated = false; ///< a loop around the write does not move it
};

/// Of every write of a kernel in the form bound.  A dimension that each tile has whole has no
/// coordinate.  Where a start is not proved to be a multiple of its tile, the coordinate is an
/// exact quotient, which has no value for other starts.
mlir::SmallVector<WriteMap> tileMapsOf(ir::KernelOp kernel);

/// An access to a memory that the kernel both reads and writes, or writes in several places.
struct SharedAccess {
  mlir::Operation *op; ///< wave.read, wave.read_index or wave.write
  size_t memory;       ///< number of the argument
  symbolic::AccessMap map;

  bool isWrite() const { return mlir::isa<ir::WriteOp>(op); }
};

/// Of a wave.read, wave.read_index or wave.write of a kernel in the form bound.
symbolic::AccessMap accessMapOf(mlir::Operation *access, ir::KernelOp kernel);

/// Of a kernel in the form bound.  Equal symbols of the maps are the same ids and counters.
mlir::SmallVector<SharedAccess> sharedAccessesOf(ir::KernelOp kernel);

/// A condition that a kernel assumes.
struct AssumedCondition {
  ir::AssumeOp assume;
  /// Where it is assumed, with the condition as the coordinate of one tile: that tile is reached
  /// where the condition does not hold.
  symbolic::TileMap map;
};

/// Of every `wave.assume` of a kernel in the form bound.
mlir::SmallVector<AssumedCondition> assumedConditionsOf(ir::KernelOp kernel);

/// An index that an operation uses, and that is not proved to have a value wherever it does.
struct UsedIndex {
  mlir::Operation *user;
  /// Where it is used, with the index as the coordinate of a tile.
  symbolic::TileMap map;
  /// Of the elements of the tile, where each of them has an index.
  std::vector<LaunchIndex::Coordinate> coordinates;
  symbolic::Intervals reads; ///< of what the map reads
};

/// Of a kernel in the form bound, in the order of the program.  Of an index that depends on what a
/// loop carries, or on what another role sends, the parts that do not.
mlir::SmallVector<UsedIndex> usedIndicesOf(ir::KernelOp kernel);

} // namespace wave::analysis
