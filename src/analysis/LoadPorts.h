//===- LoadPorts.h - The ports through which units load from L2 -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A port takes so many requests in a cycle.  Where that limits a kernel, units that share a port
// with fewer others are faster, and the workgroups of a launch drift apart.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "machine/Chip.h"

namespace wave::analysis {

/// The number of the cluster of units that each of so many workgroups runs on at one time; each has
/// one of its own where it is not known how a chip's units are grouped.
std::vector<uint32_t> clustersOf(const machine::Chip &chip, size_t places);

class LoadPorts {
public:
  /// For so many workgroups at one time, the first of which run on the first units, and lines that
  /// have numbers below `lines`.
  LoadPorts(const machine::Chip &chip, size_t places, size_t lines);

  /// A workgroup asks for the bytes of a line, in rows that begin `rowBytes` apart: the cycle by
  /// which its port and its unit have made the requests.
  double load(size_t place, size_t line, int64_t bytes, int64_t rowBytes, double now);

private:
  /// When some port asked for the line, and which ports have since.
  struct InFlight {
    float since = -1e30f;
    uint32_t ports = 0;
  };

  const machine::LoadPorts &facts;
  int64_t lineBytes, sectorBytes;
  std::vector<uint32_t> portOf;           ///< of a unit
  std::vector<double> unitFree, portFree; ///< cycles
  std::vector<InFlight> lines;
};

} // namespace wave::analysis
