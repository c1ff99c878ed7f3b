//===- Grid.h - Where the workgroups of a launch are ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters are counted along x, then y, then z, and so are the workgroups of a cluster, by their
// rank in it; on chips without clusters each workgroup is one.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace wave::executor {

using GroupPosition = std::array<uint32_t, 3>;

struct Grid {
  std::array<uint32_t, 3> size{};    ///< workgroups
  std::array<uint32_t, 3> cluster{}; ///< of these, along each axis

  uint64_t groups() const { return uint64_t{size[0]} * size[1] * size[2]; }
  uint64_t clusters() const { return groups() / (uint64_t{cluster[0]} * cluster[1] * cluster[2]); }

  GroupPosition positionOf(uint64_t number, uint32_t rank) const {
    const uint64_t along = size[0] / cluster[0], across = size[1] / cluster[1];
    return {static_cast<uint32_t>(number % along * cluster[0] + rank % cluster[0]),
            static_cast<uint32_t>(number / along % across * cluster[1] +
                                  rank / cluster[0] % cluster[1]),
            static_cast<uint32_t>(number / along / across * cluster[2] +
                                  rank / cluster[0] / cluster[1])};
  }

  // Workgroups by themselves, counted along x, then y, then z.
  uint64_t numberOf(const GroupPosition &group) const {
    return group[0] + uint64_t{size[0]} * (group[1] + uint64_t{size[1]} * group[2]);
  }
  GroupPosition positionOf(uint64_t group) const {
    return {static_cast<uint32_t>(group % size[0]),
            static_cast<uint32_t>(group / size[0] % size[1]),
            static_cast<uint32_t>(group / size[0] / size[1])};
  }
};

inline std::string textOf(const GroupPosition &group) {
  return std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
         std::to_string(group[2]);
}

} // namespace wave::executor
