//===- OutputTiles.h - Which workgroup computes which tile, and when ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of an output in the order in which their workgroups start, and how the blocks of the
// inputs depend on the place of a tile: tiles of one row may read the same blocks of one input,
// tiles of one column those of another.  All of it is counted from the maps, whatever they are.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockOrder.h"

namespace wave::analysis {

/// Of a write of a kernel in the form bound.
struct OutputTiles {
  struct Side {
    std::string dim;
    Expr tile; ///< elements
  };
  std::string memory;
  std::vector<Side> sides; ///< as the coordinates of the map
  symbolic::TileMap map;
};

/// Of the write whose tiles have the most coordinates, the first of these; nothing where a tile of
/// each write is the whole memory.
std::optional<OutputTiles> outputTilesOf(ir::KernelOp kernel);

/// The tiles at given sizes.
struct TileGrid {
  std::vector<int64_t> counts; ///< along each side
  /// Of each workgroup, trip by trip, the number of the tile, row-major; `noTile` where there is
  /// none.
  BlocksOfWorkgroups ofWorkgroup;

  static constexpr uint32_t noTile = UINT32_MAX;
  int64_t tiles() const;
  /// The coordinate of a tile along that side.
  int64_t coordinate(uint32_t tile, size_t side) const;
};

/// Nothing where the map has no value at these sizes, or more than `mostTrips` trips.
std::optional<TileGrid> tileGridOf(const OutputTiles &output, const Bindings &sizes);

/// All trips in the order in which they start: the first ones of all places, then the second ones.
std::vector<Trip> launchSequence(const TileGrid &grid, const LaunchOrder &launch);

/// Where the trips begin that run when `started` ones have started: the places that start the next
/// one have ended the one before.
size_t firstInFlight(const std::vector<Trip> &sequence, size_t started, const LaunchOrder &launch);

/// The tile of each trip of a sequence, and how many workgroups or trips before it compute a part
/// of the same one.
struct TilesInOrder {
  struct Place {
    uint32_t tile, share;
  };
  std::vector<Place> places;
  uint32_t shares = 0; ///< of the tile that has the most
};
TilesInOrder tilesInOrder(const TileGrid &grid, const std::vector<Trip> &sequence);

/// Along which sides of the grid the blocks of an input change; the number of sides stands for the
/// shares of a tile.  Nothing where a workgroup reads another number of blocks than it has tiles.
std::optional<std::vector<size_t>> sidesOf(const BlockOrder &order, const TileGrid &grid,
                                           const std::vector<Trip> &sequence,
                                           const TilesInOrder &tiles);

} // namespace wave::analysis
