//===- MemoryTraffic.h - What a launch reads from memory, predicted -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of BlockOrder.h go through the chip's caches, a slice of them after the other: a cache
// keeps what was used last, as much as it holds.  Workgroups begin together and drift apart, for no
// two clusters of units are equally fast, and units that share a port to L2 with fewer others are
// faster where ports limit (LoadPorts.h); those whose loads wait for memory fall back, so that
// memory holds them together where it is what limits.
//
// That is a prediction, which counters of the hardware have to confirm; docs/performance.md says
// how far they do.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockOrder.h"
#include "machine/Chip.h"

namespace wave::analysis {

/// How a workgroup goes through a tile.
struct TileTime {
  double stepCycles;   ///< of one step of the loop through the blocks
  int64_t ahead;       ///< steps whose loads may have begun before a step ends, at least 1
  int64_t outputBytes; ///< that it writes for a tile
};

struct MemoryTraffic {
  struct Input {
    int64_t requested = 0;  ///< bytes that workgroups load
    int64_t fromMemory = 0; ///< of these, that no cache had
    int64_t least = 0;      ///< each block once
  };
  std::vector<Input> inputs; ///< as the orders
  bool isPredicted = true;   ///< `fromMemory`; not where the chip's caches or memory are not known
};

/// Takes some 200 ns for each slice of a tile: of many tiles, slices are longer, so that it is less
/// than a second.
MemoryTraffic memoryTrafficOf(const std::vector<BlockOrder> &orders, const LaunchOrder &launch,
                              const TileTime &time, const machine::Chip &chip);

} // namespace wave::analysis
