//===- OutputTiles.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/OutputTiles.h"

#include <algorithm>

#include "analysis/TileMaps.h"
#include "symbolic/Evaluate.h"
#include "symbolic/MapWalk.h"

using namespace mlir;

namespace wave::analysis {

std::optional<OutputTiles> outputTilesOf(ir::KernelOp kernel) {
  std::optional<OutputTiles> most;
  for (WriteMap &write : tileMapsOf(kernel)) {
    auto memory = dyn_cast<BlockArgument>(write.write.getMemory());
    if (!memory || write.dims.empty() || (most && write.dims.size() <= most->sides.size()))
      continue;
    OutputTiles output{.memory = kernel.getArgName(memory.getArgNumber()).str(),
                       .sides = {},
                       .map = std::move(write.map)};
    for (ir::DimAttr dim : write.dims)
      output.sides.push_back(
          {.dim = dim.getName().getValue().str(), .tile = dim.getSize().getValue()});
    most = std::move(output);
  }
  return most;
}

int64_t TileGrid::tiles() const {
  int64_t all = 1;
  for (const int64_t count : counts)
    all *= count;
  return all;
}

int64_t TileGrid::coordinate(uint32_t tile, size_t side) const {
  int64_t number = tile;
  for (size_t after = counts.size() - 1; after > side; --after)
    number /= counts[after];
  return number % counts[side];
}

/// The number of the tile at a place, if there is one.
static uint32_t numberOf(const std::vector<int64_t> &place, const std::vector<int64_t> &counts) {
  int64_t number = 0;
  for (size_t side = 0; side < counts.size(); ++side) {
    if (place[side] < 0 || place[side] >= counts[side])
      return TileGrid::noTile;
    number = number * counts[side] + place[side];
  }
  return static_cast<uint32_t>(number);
}

std::optional<TileGrid> tileGridOf(const OutputTiles &output, const Bindings &sizes) {
  for (const std::string &symbol : symbolic::openSizesOf(output.map))
    if (!sizes.find(symbol))
      return std::nullopt;
  TileGrid grid;
  for (const Expr &tiles : output.map.tiles) {
    const symbolic::Evaluation count = symbolic::evaluate(tiles, sizes);
    if (!count)
      return std::nullopt;
    grid.counts.push_back(std::max<int64_t>(count.value(), 0));
  }
  if (!symbolic::volumeOf(grid.counts, mostTrips))
    return std::nullopt;
  const symbolic::Tables tables; // what memory holds is not known
  symbolic::MapWalk walk(output.map, output.map.tile, sizes, tables);
  if (walk.failure() || walk.workgroups() > mostTrips)
    return std::nullopt;
  grid.ofWorkgroup.resize(static_cast<size_t>(walk.workgroups()));
  int64_t trips = 0;
  const bool isWhole = walk.run(walk.workgroups(), [&](const std::vector<int64_t> &place) {
    grid.ofWorkgroup[static_cast<size_t>(walk.workgroup())].push_back(numberOf(place, grid.counts));
    return ++trips <= mostTrips;
  });
  return isWhole && !walk.failure() ? std::optional(grid) : std::nullopt;
}

std::vector<Trip> launchSequence(const TileGrid &grid, const LaunchOrder &launch) {
  const std::vector<std::vector<Trip>> places = tripsOfPlaces({&grid.ofWorkgroup}, launch);
  size_t rounds = 0;
  for (const std::vector<Trip> &trips : places)
    rounds = std::max(rounds, trips.size());
  std::vector<Trip> sequence;
  for (size_t round = 0; round < rounds; ++round)
    for (const std::vector<Trip> &trips : places)
      if (round < trips.size())
        sequence.push_back(trips[round]);
  return sequence;
}

size_t firstInFlight(const std::vector<Trip> &sequence, size_t started, const LaunchOrder &launch) {
  std::set<size_t> busy; // places
  const auto running = static_cast<size_t>(launch.running);
  size_t first = started;
  while (first > 0 && busy.insert(sequence[first - 1].workgroup % running).second)
    --first;
  return first;
}

TilesInOrder tilesInOrder(const TileGrid &grid, const std::vector<Trip> &sequence) {
  TilesInOrder tiles;
  std::vector<uint32_t> seen(static_cast<size_t>(grid.tiles()));
  for (const Trip &trip : sequence) {
    const uint32_t tile = grid.ofWorkgroup[trip.workgroup][trip.number];
    const uint32_t share = tile == TileGrid::noTile ? 0 : seen[tile]++;
    tiles.places.push_back({.tile = tile, .share = share});
    tiles.shares = std::max(tiles.shares, share + 1);
  }
  return tiles;
}

std::optional<std::vector<size_t>> sidesOf(const BlockOrder &order, const TileGrid &grid,
                                           const std::vector<Trip> &sequence,
                                           const TilesInOrder &tiles) {
  for (size_t workgroup = 0; workgroup < grid.ofWorkgroup.size(); ++workgroup) {
    const size_t blocks =
        workgroup < order.ofWorkgroup.size() ? order.ofWorkgroup[workgroup].size() : 0;
    if (blocks > 1 && blocks != grid.ofWorkgroup[workgroup].size())
      return std::nullopt;
  }
  // An input changes along a side if it does on some line of tiles in that direction.
  const size_t all = grid.counts.size();
  std::vector<size_t> sides;
  for (size_t side = 0; side <= all; ++side) {
    int64_t stride = 1; // of the tiles along the side
    for (size_t after = side + 1; after < all; ++after)
      stride *= grid.counts[after];
    const int64_t count = side < all ? grid.counts[side] : 1;
    std::vector<std::optional<uint32_t>> ofLine; // the block of each line's first tile
    bool changes = false;
    for (size_t at = 0; at < sequence.size() && !changes; ++at) {
      const auto [tile, share] = tiles.places[at];
      const std::optional<uint32_t> block = blockOf(order.ofWorkgroup, sequence[at]);
      if (tile == TileGrid::noTile || !block)
        continue;
      const int64_t line = tile / (stride * count) * stride + tile % stride;
      const auto index = static_cast<size_t>(side < all ? line * tiles.shares + share : tile);
      if (index >= ofLine.size())
        ofLine.resize(index + 1);
      std::optional<uint32_t> &first = ofLine[index];
      changes = first && *first != *block;
      if (!first)
        first = block;
    }
    if (changes)
      sides.push_back(side);
  }
  return sides;
}

} // namespace wave::analysis
