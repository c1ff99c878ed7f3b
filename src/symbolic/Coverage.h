//===- Coverage.h - Whether each tile is computed exactly once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A write is executed by workgroups, in the trips of loops; its index says which tile
// of the memory each execution computes.  Nothing else holds this map to what it must
// be: a tile that is computed twice is a race of plain stores and a wrong sum of
// atomics, and one that is never computed keeps what was in memory.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "symbolic/MapLoop.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wave::symbolic {

/// An element of a memory, which is the value of a symbol.
struct MapRead {
  std::string symbol;
  size_t memory = 0;    ///< number of the argument
  std::vector<Expr> at; ///< its coordinates, over sizes, ids, counters and earlier reads
  int64_t fill = 0;     ///< the value where a coordinate lies outside
  /// The memory has one dimension of this size, and each number less than it once.
  std::optional<Expr> permutationOf = std::nullopt;
};

/// What memories hold in a launch: the element of a memory, or `fill` outside of it.
using Tables = std::function<int64_t(size_t memory, std::span<const int64_t> place, int64_t fill)>;

/// From (workgroup, trips) to tiles.  Sizes are the symbols that are neither ids, counters nor
/// reads.  All names are distinct.  Negative counts of workgroups and tiles are none.
struct TileMap {
  std::vector<std::string> workgroups; ///< symbols of the workgroup's id, dimension 0 first
  std::vector<Expr> grid;              ///< the number of workgroups along each dimension
  std::vector<MapLoop> loops;          ///< around the write, outermost first
  std::vector<Expr> tile;              ///< the coordinates of the tile that is written
  std::vector<Expr> tiles;             ///< the number of tiles along each coordinate
  std::vector<MapRead> reads = {};     ///< each after those that it depends on
};

/// The sizes of the map, each once.
std::vector<std::string> openSizesOf(const TileMap &map);

/// The map without the loops that move nothing, neither the tile nor what another loop does depends
/// on their counters, and without the reads that nothing depends on.
TileMap withoutIdleLoops(TileMap map);

/// One execution of the write.
struct Visit {
  std::vector<int64_t> workgroup; ///< its id
  std::vector<int64_t> trips;     ///< the counters of the loops, outermost first
  size_t write = 0;               ///< which of several writes, of evaluateTogether
  std::vector<int64_t> read = {}; ///< the values of the map's reads

  bool operator==(const Visit &) const = default;
};

struct CoverageVerdict {
  enum class Kind {
    Covered,  ///< each tile once
    Repeated, ///< some tile more than once; others may be missing
    Skipped,  ///< some tile never, none more than once
    NoValue,  ///< an expression has no value
    Endless,  ///< a loop does not end
    TooLarge, ///< more tiles, workgroups or trips than evaluateCoverage takes
  };

  Kind kind = Kind::Covered;
  bool holds() const { return kind == Kind::Covered; }
  /// The first tile that is repeated, else the first that is missing, in row-major order.
  std::vector<int64_t> tile;
  /// Repeated: the first two visits of `tile`, by the number of the workgroup (dimension 0 of the
  /// grid is the fastest), then in the order of execution.  NoValue and Endless: `first` is where
  /// that happens, with the loops that were entered; not set where no workgroup runs yet.
  std::optional<Visit> first, second;
  int64_t missingCount = 0, repeatedCount = 0; ///< of tiles
  /// The first eight of each, in row-major order.
  std::vector<std::vector<int64_t>> missing, repeated;
  /// NoValue, Endless, TooLarge: what is wrong: "M / 2 is not exact for M = 65".
  std::string reason;
};

/// Executes the map.  Tiles with a coordinate outside the tile grid are no tiles, for a grid of
/// workgroups may be rounded up.  A loop on whose counter neither the tile depends, nor a loop that
/// moves it, writes the same again in each trip, in one workgroup, which counts once; without trips
/// nothing is written.
///
/// Takes time in proportion to the trips, some 30 ns each, and half a byte for each tile.
///
/// `onVisit` hears of each visit of a tile, in the order of evaluation: by the number of the
/// workgroup, then in the order of execution.  A map with reads has no value without `tables`.
using VisitListener = std::function<void(const Visit &, const std::vector<int64_t> &tile)>;
CoverageVerdict evaluateCoverage(const TileMap &map, const Bindings &sizes,
                                 const VisitListener &onVisit = {}, const Tables &tables = {});

/// The same of several writes of one memory: each of them reaches each tile once, or one does and
/// the others none twice, or they do so together.  That workgroups do not meet in a tile of several
/// writes is a question of Independence.h.  `tiles` is the same in all maps, of which there is one
/// at least.
CoverageVerdict evaluateTogether(const std::vector<TileMap> &writes, const Bindings &sizes,
                                 const Tables &tables = {});

} // namespace wave::symbolic
