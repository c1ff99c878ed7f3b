//===- BlockOrder.cpp - The blocks that workgroups read, in launch order --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/BlockOrder.h"

#include <algorithm>
#include <map>
#include <set>

#include "symbolic/Evaluate.h"
#include "symbolic/MapWalk.h"

namespace wave::analysis {

/// The bytes of the block that begins at `place`.
static std::optional<int64_t> bytesOf(const BlockRead &read, const std::vector<int64_t> &place,
                                      const Bindings &sizes) {
  int64_t bytes = read.elementBytes;
  for (const BlockRead::Side &side : read.sides) {
    const symbolic::Evaluation size = symbolic::evaluate(side.tile * side.steps, sizes),
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

std::optional<BlockOrder> blockOrderOf(const BlockRead &read, const Bindings &sizes) {
  constexpr int64_t mostTrips = 8'000'000;
  for (const std::string &symbol : symbolic::openSizesOf(read.map))
    if (!sizes.find(symbol))
      return std::nullopt;
  BlockOrder order;
  for (const BlockRead::Side &side : read.sides) {
    const symbolic::Evaluation steps = symbolic::evaluate(side.steps, sizes);
    if (!steps)
      return std::nullopt;
    order.steps *= std::max<int64_t>(steps.value(), 0);
  }
  std::map<std::vector<int64_t>, uint32_t> numbers;
  const symbolic::Tables tables; // what memory holds is not known
  symbolic::MapWalk walk(read.map, read.map.tile, sizes, tables);
  if (walk.failure() || walk.workgroups() > mostTrips)
    return std::nullopt;
  order.ofWorkgroup.resize(static_cast<size_t>(walk.workgroups()));
  int64_t trips = 0;
  const bool isWhole = walk.run(walk.workgroups(), [&](const std::vector<int64_t> &place) {
    const auto [found, isNew] =
        numbers.try_emplace(place, static_cast<uint32_t>(order.bytes.size()));
    if (isNew) {
      const std::optional<int64_t> bytes = bytesOf(read, place, sizes);
      if (!bytes)
        return false;
      order.bytes.push_back(*bytes);
    }
    order.ofWorkgroup[static_cast<size_t>(walk.workgroup())].push_back(found->second);
    return ++trips < mostTrips;
  });
  return isWhole && !walk.failure() ? std::optional(order) : std::nullopt;
}

std::vector<std::vector<Trip>> tripsOfPlaces(const std::vector<BlockOrder> &orders,
                                             const LaunchOrder &launch) {
  std::vector<std::vector<Trip>> places(static_cast<size_t>(launch.running));
  size_t workgroups = 0;
  for (const BlockOrder &order : orders)
    workgroups = std::max(workgroups, order.ofWorkgroup.size());
  for (size_t workgroup = 0; workgroup < workgroups; ++workgroup) {
    size_t trips = 0;
    for (const BlockOrder &order : orders)
      if (workgroup < order.ofWorkgroup.size())
        trips = std::max(trips, order.ofWorkgroup[workgroup].size());
    for (size_t trip = 0; trip < trips; ++trip)
      places[workgroup % places.size()].push_back(
          {static_cast<uint32_t>(workgroup), static_cast<uint32_t>(trip)});
  }
  return places;
}

std::optional<uint32_t> blockOf(const BlockOrder &order, const Trip &trip) {
  if (trip.workgroup >= order.ofWorkgroup.size() || order.ofWorkgroup[trip.workgroup].empty())
    return std::nullopt;
  const std::vector<uint32_t> &blocks = order.ofWorkgroup[trip.workgroup];
  return blocks[std::min<size_t>(trip.number, blocks.size() - 1)];
}

CountedParts partsOfRound(const BlockOrder &order, const std::vector<std::vector<Trip>> &places,
                          const LaunchOrder &launch, size_t round) {
  std::set<uint32_t> all;
  std::vector<std::set<uint32_t>> onDie(static_cast<size_t>(launch.dies));
  for (const std::vector<Trip> &trips : places)
    if (round < trips.size())
      if (const std::optional<uint32_t> block = blockOf(order, trips[round])) {
        all.insert(*block);
        onDie[trips[round].workgroup % onDie.size()].insert(*block);
      }
  CountedParts parts{.all = static_cast<int64_t>(all.size()) * order.steps, .onDie = {}};
  for (const std::set<uint32_t> &blocks : onDie)
    parts.onDie.push_back(static_cast<int64_t>(blocks.size()) * order.steps);
  return parts;
}

} // namespace wave::analysis
