//===- BlockOrder.cpp - The blocks that workgroups read, in launch order --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/BlockOrder.h"

#include <algorithm>
#include <limits>

#include "symbolic/Evaluate.h"
#include "symbolic/KernelText.h"
#include "symbolic/MapWalk.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

namespace wave::analysis {

/// The steps of the loops along a side, where all workgroups have as many in each trip.
static std::optional<int64_t> stepsOf(const BlockRead &read, const BlockRead::Side &side,
                                      const Bindings &sizes) {
  if (const symbolic::Evaluation steps = symbolic::evaluate(side.steps, sizes))
    return std::max<int64_t>(steps.value(), 0);
  for (const std::string &symbol : symbolic::openSizesOf(read.map))
    if (!sizes.find(symbol))
      return std::nullopt;
  const symbolic::Tables tables; // what memory holds is not known
  symbolic::MapWalk walk(read.map, {side.steps}, sizes, tables);
  if (walk.failure() || walk.workgroups() > mostTrips)
    return std::nullopt;
  std::optional<int64_t> all;
  int64_t trips = 0;
  const bool isWhole = walk.run(walk.workgroups(), [&](const std::vector<int64_t> &values) {
    const int64_t steps = std::max<int64_t>(values[0], 0);
    const bool isSame = steps == all.value_or(steps);
    all = steps;
    return isSame && ++trips <= mostTrips;
  });
  return isWhole && !walk.failure() ? all : std::nullopt;
}

/// The bytes of the block that begins at `place`; `steps` are those of each side.
static std::optional<int64_t> bytesOf(const BlockRead &read, const std::vector<int64_t> &place,
                                      const std::vector<int64_t> &steps, const Bindings &sizes) {
  int64_t bytes = read.elementBytes;
  for (size_t number = 0; number < read.sides.size(); ++number) {
    const BlockRead::Side &side = read.sides[number];
    const symbolic::Evaluation size = symbolic::evaluate(side.tile * steps[number], sizes),
                               whole = symbolic::evaluate(side.whole, sizes);
    if (!size || !whole)
      return std::nullopt;
    const int64_t start = side.coordinate && *side.coordinate < place.size()
                              ? std::clamp<int64_t>(place[*side.coordinate], 0, whole.value())
                              : 0;
    bytes *= std::clamp<int64_t>(size.value(), 0, whole.value() - start);
  }
  return bytes;
}

namespace {
struct NumberedBlocks {
  BlocksOfWorkgroups ofWorkgroup;
  std::map<std::vector<int64_t>, uint32_t> numbers; ///< by the first element
};
} // namespace

/// Of the workgroups with numbers below `workgroups`.
static std::optional<NumberedBlocks> numberedBlocksOf(const symbolic::TileMap &map,
                                                      const Bindings &sizes, int64_t workgroups) {
  for (const std::string &symbol : symbolic::openSizesOf(map))
    if (!sizes.find(symbol))
      return std::nullopt;
  const symbolic::Tables tables; // what memory holds is not known
  symbolic::MapWalk walk(map, map.tile, sizes, tables);
  if (walk.failure())
    return std::nullopt;
  workgroups = std::min(workgroups, walk.workgroups());
  if (workgroups > mostTrips)
    return std::nullopt;
  NumberedBlocks blocks;
  blocks.ofWorkgroup.resize(static_cast<size_t>(workgroups));
  int64_t trips = 0;
  walk.run(workgroups, [&](const std::vector<int64_t> &place) {
    if (walk.workgroup() >= workgroups || ++trips > mostTrips)
      return false;
    const auto number = static_cast<uint32_t>(blocks.numbers.size());
    blocks.ofWorkgroup[static_cast<size_t>(walk.workgroup())].push_back(
        blocks.numbers.try_emplace(place, number).first->second);
    return true;
  });
  return trips <= mostTrips && !walk.failure() ? std::optional(blocks) : std::nullopt;
}

std::optional<BlockOrder> blockOrderOf(const BlockRead &read, const Bindings &sizes) {
  BlockOrder order;
  std::vector<int64_t> steps; // of each side
  for (const BlockRead::Side &side : read.sides) {
    const std::optional<int64_t> ofSide = stepsOf(read, side, sizes);
    if (!ofSide)
      return std::nullopt;
    steps.push_back(*ofSide);
    order.steps *= *ofSide;
  }
  const symbolic::Evaluation rowBytes = symbolic::evaluate(read.rowBytes, sizes);
  if (!rowBytes)
    return std::nullopt;
  order.rowBytes = rowBytes.value();
  std::optional<NumberedBlocks> blocks =
      numberedBlocksOf(read.map, sizes, std::numeric_limits<int64_t>::max());
  if (!blocks)
    return std::nullopt;
  order.ofWorkgroup = std::move(blocks->ofWorkgroup);
  order.bytes.resize(blocks->numbers.size());
  for (const auto &[place, number] : blocks->numbers)
    if (const std::optional<int64_t> bytes = bytesOf(read, place, steps, sizes))
      order.bytes[number] = *bytes;
    else
      return std::nullopt;
  return order;
}

std::string whyUncounted(const BlockRead &read, const Bindings &sizes) {
  for (const std::string &symbol : symbolic::openSizesOf(read.map))
    if (!sizes.find(symbol))
      return symbol + " is open";
  for (const BlockRead::Side &side : read.sides)
    for (const Expr &size : {side.steps, side.tile, side.whole})
      for (const std::string &symbol : symbolic::symbolsOf(size))
        if (symbol.front() != '$' && !symbolic::isWorkgroupId(symbol) && !sizes.find(symbol))
          return symbol + " is open";
  const symbolic::Tables tables; // what memory holds is not known
  const symbolic::MapWalk walk(read.map, read.map.tile, sizes, tables);
  if (walk.failure())
    return "which block of " + read.name +
           " a workgroup reads has no value: " + walk.failure()->reason;
  if (walk.workgroups() <= mostTrips)
    for (const BlockRead::Side &side : read.sides)
      if (!stepsOf(read, side, sizes))
        return "workgroups read parts of " + read.name + " of several sizes along " + side.dim +
               ", in steps " + symbolic::kernelText(side.steps);
  return "there are more than " + std::to_string(mostTrips) + " tiles to count";
}

/// The loop runs its first trip alone.
static void keepFirstTrip(symbolic::MapLoop &loop) {
  loop.condition = select(Expr::symbol(loop.counter) == loop.start, loop.condition, 0);
}

std::optional<BlocksOfWorkgroups> firstBlocksOf(const BlockRead &read, const Bindings &sizes,
                                                int64_t workgroups) {
  symbolic::TileMap map = read.map;
  std::ranges::for_each(map.loops, keepFirstTrip);
  std::optional<NumberedBlocks> blocks = numberedBlocksOf(map, sizes, workgroups);
  return blocks ? std::optional(std::move(blocks->ofWorkgroup)) : std::nullopt;
}

std::vector<std::vector<Trip>> tripsOfPlaces(const std::vector<BlockOrder> &orders,
                                             const LaunchOrder &launch) {
  std::vector<const BlocksOfWorkgroups *> ofWorkgroups;
  for (const BlockOrder &order : orders)
    ofWorkgroups.push_back(&order.ofWorkgroup);
  return tripsOfPlaces(ofWorkgroups, launch);
}

std::vector<std::vector<Trip>>
tripsOfPlaces(const std::vector<const BlocksOfWorkgroups *> &ofWorkgroups,
              const LaunchOrder &launch) {
  std::vector<std::vector<Trip>> places(static_cast<size_t>(launch.running));
  size_t workgroups = 0;
  for (const BlocksOfWorkgroups *blocks : ofWorkgroups)
    workgroups = std::max(workgroups, blocks->size());
  for (size_t workgroup = 0; workgroup < workgroups; ++workgroup) {
    size_t trips = 0;
    for (const BlocksOfWorkgroups *blocks : ofWorkgroups)
      if (workgroup < blocks->size())
        trips = std::max(trips, (*blocks)[workgroup].size());
    for (size_t trip = 0; trip < trips; ++trip)
      places[workgroup % places.size()].push_back(
          {static_cast<uint32_t>(workgroup), static_cast<uint32_t>(trip)});
  }
  return places;
}

std::optional<uint32_t> blockOf(const BlocksOfWorkgroups &blocks, const Trip &trip) {
  if (trip.workgroup >= blocks.size() || blocks[trip.workgroup].empty())
    return std::nullopt;
  const std::vector<uint32_t> &ofTrips = blocks[trip.workgroup];
  return ofTrips[std::min<size_t>(trip.number, ofTrips.size() - 1)];
}

std::vector<Trip> tripsOfRound(const std::vector<std::vector<Trip>> &places, size_t round) {
  std::vector<Trip> trips;
  for (const std::vector<Trip> &ofPlace : places)
    if (round < ofPlace.size())
      trips.push_back(ofPlace[round]);
  return trips;
}

Readers readersOf(const BlocksOfWorkgroups &blocks, const std::vector<Trip> &trips) {
  Readers readers;
  for (const Trip &trip : trips)
    if (const std::optional<uint32_t> block = blockOf(blocks, trip))
      readers[*block].insert(trip.workgroup);
  return readers;
}

CountedParts partsOf(const Readers &readers, int64_t steps, int64_t dies) {
  CountedParts parts{.all = static_cast<int64_t>(readers.size()) * steps,
                     .onDie = std::vector<int64_t>(static_cast<size_t>(dies))};
  for (const auto &[block, workgroups] : readers) {
    std::set<size_t> onDies;
    for (const uint32_t workgroup : workgroups)
      onDies.insert(workgroup % parts.onDie.size());
    for (const size_t die : onDies)
      parts.onDie[die] += steps;
  }
  return parts;
}

/// The cluster that a workgroup is in, by its place in the grid.
static std::array<int64_t, 3> clusterOf(int64_t workgroup, const std::array<int64_t, 3> &grid,
                                        const std::array<int64_t, 3> &cluster) {
  std::array<int64_t, 3> place{};
  for (size_t dim = 0; dim < place.size(); ++dim) {
    const int64_t count = std::max<int64_t>(grid[dim], 1);
    place[dim] = workgroup % count / cluster[dim];
    workgroup /= count;
  }
  return place;
}

BlockUse blockUseOf(const Readers &readers, const std::array<int64_t, 3> &grid,
                    const std::array<int64_t, 3> &cluster) {
  BlockUse use{.blocks = static_cast<int64_t>(readers.size())};
  for (const auto &[block, workgroups] : readers) {
    std::set<std::array<int64_t, 3>> clusters;
    for (const uint32_t workgroup : workgroups)
      clusters.insert(clusterOf(workgroup, grid, cluster));
    use.workgroups = std::max(use.workgroups, static_cast<int64_t>(workgroups.size()));
    use.clusters = std::max(use.clusters, static_cast<int64_t>(clusters.size()));
  }
  return use;
}

} // namespace wave::analysis
