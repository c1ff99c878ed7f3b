//===- TileList.h - Which workgroup computes which tiles ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "driver/main/Json.h"
#include "symbolic/Coverage.h"

namespace wave::commandline {

/// What one workgroup does, in order.
struct WorkgroupTiles {
  std::vector<int64_t> workgroup;
  std::vector<std::vector<int64_t>> trips, tiles; ///< counters and coordinates, of each tile
};

/// Of one write, as evaluateCoverage tells it.  Workgroups without a tile are not in it.
class TileList {
public:
  explicit TileList(const symbolic::TileMap &map);

  symbolic::VisitListener listener();

  std::vector<std::string> counters; ///< of the loops, outermost first
  std::vector<WorkgroupTiles> workgroups;
};

/// A line for each workgroup: "workgroup 0: TILE_IDX 0, 4, 8: tiles (0, 0), (2, 0), (4, 0)".
std::string textOf(const TileList &list);
Json toJson(const TileList &list);

} // namespace wave::commandline
