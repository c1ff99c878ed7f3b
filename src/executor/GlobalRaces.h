//===- GlobalRaces.h - Who of a cluster touched global memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one wave writes to global memory another one of its workgroup, or cluster, sees if
// something orders them: on AMD a release fence, a barrier and an acquire fence of the workgroup's
// scope that cover global memory (LLVM, "User Guide for AMDGPU Backend", "Memory Model"), on
// NVIDIA a barrier (PTX ISA 9.0, 8.9 "Relations").  For each granule (Program::globalGranule) of a
// memory that the kernel writes and reads the last write and each wave's last read are remembered,
// as in SharedMemory.h.  Of other clusters WorkgroupRaces tells.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "executor/Clocks.h"
#include "executor/Findings.h"
#include "executor/GlobalMemory.h"
#include "executor/Grid.h"
#include "executor/Program.h"
#include "executor/SharedMemory.h"

namespace wave::executor {

class GlobalRaces {
public:
  using Place = GlobalMemory::Place;

  GlobalRaces(const Program &program, const GlobalMemory &global, const Grid &grid,
              const Clocks &clocks, bool isChecked);

  void reset(uint64_t number) {
    pages.clear();
    cluster = number;
  }
  bool tracks(size_t region) const { return region < isTracked.size() && isTracked[region]; }
  bool tracksAny() const { return any; }

  /// A lane accesses bytes that are in bounds.
  void read(const Accessor &who, unsigned lane, Place place, uint64_t bytes, Findings &found);
  void write(const Accessor &who, unsigned lane, Place place, uint64_t bytes, Findings &found);
  /// An asynchronous store begins: nobody may touch the bytes until its wave has waited for it.
  void beginStore(const Accessor &who, unsigned lane, Place place, uint64_t bytes, Findings &found);
  void endStore(const Accessor &who, unsigned lane, Place place, uint64_t bytes);

private:
  static constexpr uint32_t never = 0, underWay = ~uint32_t{0}; ///< instead of times
  static constexpr unsigned granulesOfPage = 256;

  struct Access {
    uint32_t time = never, site = 0;
    uint16_t wave = 0, lane = 0;
    bool isAtomic = false;
  };
  using Accesses = std::array<Access, granulesOfPage>;
  struct Page {
    Accesses writes;
    std::vector<std::pair<unsigned, std::unique_ptr<Accesses>>> reads; ///< by wave
  };

  template <typename Action> void forEachGranule(Place place, uint64_t bytes, Action action);
  Accesses &readsOf(Page &page, unsigned wave);
  Access accessOf(const Accessor &who, unsigned lane) const;
  void checkWrite(const Access &mine, Page &page, unsigned granule, Place place, Findings &found);
  void report(const Access &mine, const Access &other, Place place, const char *here,
              const char *there, Findings &found) const;

  const Program &program;
  const GlobalMemory &global;
  const Grid grid;
  const Clocks &clocks;
  uint64_t cluster = 0;
  std::vector<bool> isTracked; ///< by region
  bool any = false;
  std::unordered_map<uint64_t, Page> pages;
};

} // namespace wave::executor
