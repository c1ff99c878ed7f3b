//===- WorkgroupRaces.h - Clusters that touch the same global memory ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing orders the clusters of a launch, so that two accesses of one granule by two of them race
// where one is a write and not both are atomic.  For each granule of a
// memory that the kernel may read and write, and for each use of it, the two least clusters that
// had it are kept: whether there is a race, and which two accesses show it, depends neither on the
// order in which workgroups ran nor on host threads.  Workgroups of one cluster are GlobalRaces'
// affair, and memories that are only written are GlobalMemory's.  A granule is an element, which
// accesses take as a whole, or Program::globalGranule where nothing is known of the memory.
//
// An order between clusters can only come from atomic operations, by a release and an acquire of
// the same place.  The executor has none of these yet; `isOrdered` is where one is to be asked
// for, at each access, with the clocks that it carries.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "executor/Findings.h"
#include "executor/GlobalMemory.h"
#include "executor/Grid.h"
#include "executor/Program.h"

namespace wave::executor {

class WorkgroupRaces {
public:
  enum class Use : uint8_t { Read, Write, AtomicRead, AtomicWrite };
  static constexpr size_t useCount = 4;

  struct Who {
    uint64_t cluster = 0;
    uint32_t rank = 0, site = 0;
  };

  WorkgroupRaces(const Program &program, const GlobalMemory &global, const Grid &grid,
                 bool isChecked);

  bool tracks(size_t region) const { return region < regions.size() && regions[region].uses[0]; }
  bool tracksAny() const { return !regions.empty(); }

  /// Of bytes that are in bounds; from any host thread.
  void note(Use use, const Who &who, GlobalMemory::Place place, uint64_t bytes);

  /// Whether there is a race, so that results depend on the order of workgroups.
  bool any() const { return hasRaces; }
  /// Races, and elements that were never written of a memory that the launch has only written.
  void report(Findings &findings) const;
  /// Whether the granule was written at all.
  bool wasWritten(GlobalMemory::Place place) const;
  uint64_t granuleBytes(size_t region) const { return regions[region].granuleBytes; }

private:
  /// Accesses of the two least clusters, packed in that order; 0: none.
  struct Pair {
    uint64_t first = 0, second = 0;
  };
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  template <typename T> using Zeros = std::unique_ptr<T[], Free>;
  static constexpr uint64_t granulesOfPage = 1024;

  struct Region {
    uint64_t granuleBytes = 1, granules = 0;
    std::array<Zeros<Pair>, useCount> uses; ///< null where the kernel has none such
    Zeros<uint8_t> racyPages;
    std::array<uint8_t, useCount> isUsed{};
  };

  static bool isOrdered(uint64_t one, uint64_t other);
  static bool isOfOthers(Pair &pair, uint64_t mine);
  static void insert(Pair &pair, uint64_t mine);
  void reportGranule(size_t region, uint64_t granule, Findings &findings) const;
  void reportNeverWritten(size_t region, Findings &findings) const;
  void reportPair(GlobalMemory::Place place, size_t use, uint64_t one, size_t otherUse,
                  uint64_t other, Findings &findings) const;

  const GlobalMemory &global;
  const Grid grid;
  std::vector<Region> regions;
  bool hasRaces = false;
};

} // namespace wave::executor
