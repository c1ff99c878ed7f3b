//===- CheckIndependence.cpp ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckIndependence.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "analysis/TileMaps.h"
#include "dialect/DiagnosticCapture.h"
#include "driver/CheckCoverage.h"

using namespace mlir;

namespace wave {

/// That `read` stays within the tiles of `write`; empty without a proof.
static std::vector<std::string> proofOf(ir::KernelOp kernel, const symbolic::AccessMap &write,
                                        const symbolic::AccessMap &read) {
  for (const symbolic::TileMap &tiles : symbolic::ownTilesOf(write, read)) {
    std::vector<std::string> lines = proveForAllSizes(kernel, tiles);
    if (lines.empty())
      continue;
    std::string tile;
    for (const Expr &coordinate : tiles.tile)
      tile += (tile.empty() ? "" : ", ") + coordinate.str();
    std::erase(tile, '$');
    lines.back() = tile.empty()
                       ? "there is one workgroup"
                       : "a workgroup reads the tiles (" + tile + ") that it writes: own tile";
    return lines;
  }
  return {};
}

std::vector<WorkgroupIndependence> independenceOf(ir::KernelOp kernel) {
  SmallVector<analysis::SharedAccess> accesses = analysis::sharedAccessesOf(kernel);
  std::map<size_t, WorkgroupIndependence> memories;
  for (analysis::SharedAccess &access : accesses) {
    WorkgroupIndependence &memory = memories[access.memory];
    memory.memory = kernel.getArgName(static_cast<unsigned>(access.memory)).str();
    (access.isWrite() ? memory.writes : memory.accesses)
        .push_back({ir::sourceLocation(access.op->getLoc()), std::move(access.map)});
  }
  // Of several writes none touches what another workgroup has written by another one.
  for (auto &[number, memory] : memories)
    if (memory.writes.size() > 1)
      for (const WorkgroupIndependence::Access &write : memory.writes) {
        memory.accesses.push_back(write);
        memory.accesses.back().isWrite = true;
      }
  std::vector<WorkgroupIndependence> result;
  for (auto &[number, memory] : memories) {
    const auto begin = std::chrono::steady_clock::now();
    bool isProved = true;
    for (const WorkgroupIndependence::Access &read : memory.accesses)
      for (const WorkgroupIndependence::Access &write : memory.writes) {
        if (!isProved)
          continue;
        const std::vector<std::string> lines = proofOf(kernel, write.map, read.map);
        isProved = !lines.empty();
        for (const std::string &line : lines)
          if (!std::ranges::count(memory.proof, line))
            memory.proof.push_back(line);
      }
    if (!isProved)
      memory.proof.clear();
    memory.proofMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    result.push_back(std::move(memory));
  }
  return result;
}

} // namespace wave
