//===- BlockOrder.h - The blocks that workgroups read, in launch order ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of tiles decides which blocks of the inputs are read at one time.  What is said here is
// counted: which blocks these are, and how many differ.  What a cache makes of them is predicted,
// in MemoryTraffic.h.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "analysis/BlockReads.h"

namespace wave::analysis {

/// The blocks of an input that each workgroup reads, trip by trip.
struct BlockOrder {
  std::vector<std::vector<uint32_t>> ofWorkgroup; ///< numbers of blocks
  std::vector<int64_t> bytes;                     ///< of each block, as far as it lies in memory
  int64_t steps = 1; ///< of the loops through a block, which load an equal part of it each
};

/// Nothing where the map has no value at these sizes, or more than 8 million trips.
std::optional<BlockOrder> blockOrderOf(const BlockRead &read, const Bindings &sizes);

/// Workgroups start in the order of their numbers, so many at one time, and the next one where one
/// has ended.  Those of number d, d + dies, d + 2 * dies, ... run on die d.
struct LaunchOrder {
  int64_t running; ///< at one time, at least 1
  int64_t dies;
};

/// What one place on the chip, where one workgroup runs at a time, does: workgroup after workgroup,
/// and of each trip after trip.
struct Trip {
  uint32_t workgroup, number;
};
/// Of each place; the trips are those of the order with the most.
std::vector<std::vector<Trip>> tripsOfPlaces(const std::vector<BlockOrder> &orders,
                                             const LaunchOrder &launch);

/// The block of a trip; that of the last one where a workgroup reads it once for several trips.
/// Nothing for a workgroup that reads none.
std::optional<uint32_t> blockOf(const BlockOrder &order, const Trip &trip);

/// Parts of blocks, one for each step, that differ.
struct CountedParts {
  int64_t all = 0;            ///< of all workgroups that run
  std::vector<int64_t> onDie; ///< of those on each die
};

/// What the places read in their trip of that number.
CountedParts partsOfRound(const BlockOrder &order, const std::vector<std::vector<Trip>> &places,
                          const LaunchOrder &launch, size_t round);

} // namespace wave::analysis
