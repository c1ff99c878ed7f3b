//===- LoadPorts.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoadPorts.h"

#include <algorithm>
#include <numeric>

namespace wave::analysis {

/// A unit's cluster, and which of its pairs the unit belongs to.
struct UnitPlace {
  uint32_t cluster, pair;
};

/// Workgroups with consecutive numbers start on the units of one cluster, two on each pair of
/// units.  Clusters have as many pairs as each other, or the last ones one more.
static std::vector<UnitPlace> unitPlacesOf(const machine::Chip &chip) {
  const unsigned clusters = chip.loadPorts.clusters, pairs = chip.units / 2,
                 fewest = pairs / clusters, withFewest = clusters - pairs % clusters;
  std::vector<UnitPlace> units;
  for (unsigned cluster = 0; cluster < clusters; ++cluster)
    for (unsigned pair = 0; pair < fewest + (cluster >= withFewest); ++pair)
      units.insert(units.end(), 2, {.cluster = cluster, .pair = pair});
  return units;
}

std::vector<uint32_t> clustersOf(const machine::Chip &chip, size_t places) {
  std::vector<uint32_t> clusters(places);
  std::iota(clusters.begin(), clusters.end(), 0);
  if (chip.loadPorts.clusters == 0)
    return clusters;
  const std::vector<UnitPlace> units = unitPlacesOf(chip);
  for (size_t place = 0; place < places; ++place)
    clusters[place] = units[place % units.size()].cluster;
  return clusters;
}

LoadPorts::LoadPorts(const machine::Chip &chip, size_t places, size_t lines)
    : facts(chip.loadPorts), lineBytes(chip.lineBytes), sectorBytes(chip.sectorBytes) {
  if (facts.clusters == 0)
    return;
  for (const UnitPlace &unit : unitPlacesOf(chip)) // pairs of a cluster share its ports in turn
    portOf.push_back(unit.cluster * facts.perCluster + unit.pair % facts.perCluster);
  portFree.assign(size_t{facts.clusters} * facts.perCluster, 0);
  unitFree.assign(std::min(places, portOf.size()), 0);
  this->lines.resize(lines);
}

double LoadPorts::load(size_t place, size_t line, int64_t bytes, int64_t rowBytes, double now) {
  if (facts.clusters == 0)
    return now;
  const double requests = static_cast<double>(bytes) / static_cast<double>(lineBytes) *
                          (rowBytes % sectorBytes == 0 ? 1 : facts.splitRequests);
  const size_t unit = place % unitFree.size();
  unitFree[unit] = std::max(unitFree[unit], now) + requests / facts.unitRequestsPerCycle;
  const uint32_t port = portOf[unit], bit = uint32_t{1} << port;
  InFlight &flight = lines[line];
  if (now - static_cast<double>(flight.since) > facts.latency)
    flight = {.since = static_cast<float>(now), .ports = 0};
  if (!(flight.ports & bit))
    portFree[port] = std::max(portFree[port], now) + requests / facts.requestsPerCycle;
  flight.ports |= bit;
  return std::max(unitFree[unit], portFree[port]);
}

} // namespace wave::analysis
