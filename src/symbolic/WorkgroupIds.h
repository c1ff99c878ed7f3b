//===- WorkgroupIds.h - The indices of a workgroup and its cluster --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>

#include "wave/expr.h"

namespace wave::symbolic {

/// The number of workgroups of a grid that has as many as there are compute units.
inline constexpr Symbol numCtas{"NUM_CTAS"};

/// Of a grid that a kernel gives itself.  AMD and NVIDIA launch at most 2^31 - 1 workgroups, and
/// HIP less than 2^32 threads: 2^24 workgroups of 256.
inline constexpr int64_t mostWorkgroups = int64_t(1) << 24;

/// `workgroupIds[d]` is the index of a workgroup along dimension d of the grid.
inline constexpr std::array<Symbol, 3> workgroupIds = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};

/// `clusterSizes[d]` is how many workgroups a cluster has along dimension d: what the symbols of
/// clusters stand for is said with these.
inline constexpr std::array<Symbol, 3> clusterSizes = {
    Symbol{"CLUSTER_SIZE_0"}, Symbol{"CLUSTER_SIZE_1"}, Symbol{"CLUSTER_SIZE_2"}};

inline bool isWorkgroupId(std::string_view symbol) {
  for (const Symbol &id : workgroupIds)
    if (id.name() == symbol)
      return true;
  return false;
}

inline bool isClusterSize(std::string_view symbol) {
  for (const Symbol &size : clusterSizes)
    if (size.name() == symbol)
      return true;
  return false;
}

} // namespace wave::symbolic
