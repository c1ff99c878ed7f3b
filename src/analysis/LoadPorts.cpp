//===- LoadPorts.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoadPorts.h"

#include <algorithm>

namespace wave::analysis {

/// Workgroups with consecutive numbers start on the units of one cluster, two on each pair of
/// units, and the pairs of a cluster share its ports in turn.  Clusters have as many pairs as each
/// other, or the last ones one more.
static std::vector<uint32_t> portsOfUnits(unsigned units, const machine::LoadPorts &facts) {
  const unsigned pairs = units / 2, fewest = pairs / facts.clusters,
                 withFewest = facts.clusters - pairs % facts.clusters;
  std::vector<uint32_t> ports;
  for (unsigned cluster = 0; cluster < facts.clusters; ++cluster)
    for (unsigned pair = 0; pair < fewest + (cluster >= withFewest); ++pair)
      ports.insert(ports.end(), 2, cluster * facts.perCluster + pair % facts.perCluster);
  return ports;
}

LoadPorts::LoadPorts(const machine::Chip &chip, size_t places, size_t lines)
    : facts(chip.loadPorts), lineBytes(chip.lineBytes), sectorBytes(chip.sectorBytes) {
  if (facts.clusters == 0)
    return;
  portOf = portsOfUnits(chip.units, facts);
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
