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

#include <array>
#include <map>
#include <set>

#include "analysis/BlockReads.h"

namespace wave::analysis {

/// Of each workgroup the numbers of the blocks of an input that it reads, trip by trip.
using BlocksOfWorkgroups = std::vector<std::vector<uint32_t>>;

struct BlockOrder {
  BlocksOfWorkgroups ofWorkgroup;
  std::vector<int64_t> bytes; ///< of each block, as far as it lies in memory
  int64_t rowBytes = 0;       ///< from a row of the input to the next
  int64_t steps = 1;          ///< of the loops through a block, which load an equal part of it each
};

/// Of a launch, as many as are counted in about a second.
inline constexpr int64_t mostTrips = 2'000'000;

/// Nothing where the map has no value at these sizes, or more than `mostTrips` trips.
std::optional<BlockOrder> blockOrderOf(const BlockRead &read, const Bindings &sizes);

/// Why there is none: "M is open".
std::string whyUncounted(const BlockRead &read, const Bindings &sizes);

/// The blocks of the first trips of the workgroups with numbers below that one.
std::optional<BlocksOfWorkgroups> firstBlocksOf(const BlockRead &read, const Bindings &sizes,
                                                int64_t workgroups);

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
std::vector<std::vector<Trip>>
tripsOfPlaces(const std::vector<const BlocksOfWorkgroups *> &ofWorkgroups,
              const LaunchOrder &launch);

/// The block of a trip; that of the last one where a workgroup reads it once for several trips.
/// Nothing for a workgroup that reads none.
std::optional<uint32_t> blockOf(const BlocksOfWorkgroups &blocks, const Trip &trip);

/// The workgroups that read a block in some of their trips.
using Readers = std::map<uint32_t, std::set<uint32_t>>; ///< by the number of the block

Readers readersOf(const BlocksOfWorkgroups &blocks, const std::vector<Trip> &trips);

/// Of each place its trip of that number, where it has so many.
std::vector<Trip> tripsOfRound(const std::vector<std::vector<Trip>> &places, size_t round);

/// Parts of blocks, one for each step, that differ.
struct CountedParts {
  int64_t all = 0;            ///< of all workgroups that read
  std::vector<int64_t> onDie; ///< of those on each die
};

/// Where a block has so many parts.
CountedParts partsOf(const Readers &readers, int64_t steps, int64_t dies);

/// Who reads the same block.
struct BlockUse {
  int64_t blocks = 0;                   ///< that differ
  int64_t workgroups = 0, clusters = 0; ///< that read one block, of the one that most read
};

/// Of workgroups in a grid of this shape, in clusters of that one.
BlockUse blockUseOf(const Readers &readers, const std::array<int64_t, 3> &grid,
                    const std::array<int64_t, 3> &cluster);

} // namespace wave::analysis
