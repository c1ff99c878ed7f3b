//===- GlobalRaces.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/GlobalRaces.h"

#include <algorithm>
#include <string>

namespace wave::executor {

GlobalRaces::GlobalRaces(const Program &program, const GlobalMemory &global, const Grid &grid,
                         const Clocks &clocks, bool isChecked)
    : program(program), global(global), grid(grid), clocks(clocks) {
  if (!isChecked || !program.writesGlobal || program.waves() * program.clusterSize() == 1)
    return;
  for (size_t region = 0; region < global.countOfRegions(); ++region)
    isTracked.push_back(global.mayBeReadAndWritten(region));
  any = std::count(isTracked.begin(), isTracked.end(), true) != 0;
}

/// Calls action(page, number in it, place).
template <typename Action>
void GlobalRaces::forEachGranule(Place place, uint64_t bytes, Action action) {
  const uint64_t granule = program.globalGranule;
  const uint64_t last = (place.offset + bytes - 1) / granule;
  for (uint64_t number = place.offset / granule; number <= last; ++number) {
    const uint64_t key =
        number / granulesOfPage << 16 | static_cast<uint64_t>(place.region & 0xFFFF);
    action(pages[key], static_cast<unsigned>(number % granulesOfPage),
           Place{place.region, number * granule});
  }
}

GlobalRaces::Accesses &GlobalRaces::readsOf(Page &page, unsigned wave) {
  for (auto &[reader, accesses] : page.reads)
    if (reader == wave)
      return *accesses;
  return *page.reads.emplace_back(wave, std::make_unique<Accesses>()).second;
}

GlobalRaces::Access GlobalRaces::accessOf(const Accessor &who, unsigned lane) const {
  return {clocks.now(who.wave), who.site, static_cast<uint16_t>(who.wave),
          static_cast<uint16_t>(lane), who.isAtomic};
}

void GlobalRaces::report(const Access &mine, const Access &other, Place place, const char *here,
                         const char *there, Findings &found) const {
  const unsigned rank = mine.wave / program.waves(), otherRank = other.wave / program.waves();
  const bool isOfTwo = rank != otherRank; // workgroups
  const GroupPosition otherGroup = grid.positionOf(cluster, otherRank);
  Finding *finding = found.add(
      isOfTwo ? FindingKind::WorkgroupRace : FindingKind::Race, mine.site, other.site, mine.wave,
      mine.lane, [&] {
        const char *order = other.time == underWay ? " that was not waited for"
                            : isOfTwo ? ", and no barrier of the cluster stands between"
                            : program.chip->fencesEachMemory
                                ? ", with no release fence, barrier and acquire fence of the "
                                  "workgroup for global memory between"
                                : ", and no barrier stands between";
        return "race " + std::string(isOfTwo ? "between workgroups " : "") + "on " +
               global.describe(global.address(place)) + ": " + here + " here, " + there + " by " +
               (isOfTwo ? "workgroup " + textOf(otherGroup) + ", " : std::string()) + "wave " +
               std::to_string(other.wave % program.waves()) + ", lane " +
               std::to_string(other.lane) + order;
      });
  if (finding && isOfTwo) {
    finding->element = global.describe(global.address(place));
    finding->otherGroup = otherGroup;
  }
}

void GlobalRaces::read(const Accessor &who, unsigned lane, Place place, uint64_t bytes,
                       Findings &found) {
  const Access mine = accessOf(who, lane);
  forEachGranule(place, bytes, [&](Page &page, unsigned number, Place at) {
    const Access &last = page.writes[number];
    if (last.time == underWay)
      report(mine, last, at, "a read", "a TMA store", found);
    else if (last.time != never && last.wave != mine.wave && !(last.isAtomic && mine.isAtomic) &&
             !clocks.knows(mine.wave, last.wave, last.time))
      report(mine, last, at, "a read", "a write", found);
    readsOf(page, mine.wave)[number] = mine;
  });
}

void GlobalRaces::checkWrite(const Access &mine, Page &page, unsigned number, Place place,
                             Findings &found) {
  const Access &last = page.writes[number];
  if (last.time == underWay)
    report(mine, last, place, "a write", "a TMA store", found);
  else if (last.time != never && last.wave != mine.wave && !(last.isAtomic && mine.isAtomic) &&
           !clocks.knows(mine.wave, last.wave, last.time))
    report(mine, last, place, "a write", "a write", found);
  for (const auto &[wave, accesses] : page.reads) {
    const Access &read = (*accesses)[number];
    if (wave != mine.wave && !(read.isAtomic && mine.isAtomic) &&
        !clocks.isBefore(mine.wave, wave, read.time))
      report(mine, read, place, "a write", "a read", found);
  }
}

void GlobalRaces::write(const Accessor &who, unsigned lane, Place place, uint64_t bytes,
                        Findings &found) {
  const Access mine = accessOf(who, lane);
  forEachGranule(place, bytes, [&](Page &page, unsigned number, Place at) {
    checkWrite(mine, page, number, at, found);
    page.writes[number] = mine;
  });
}

void GlobalRaces::beginStore(const Accessor &who, unsigned lane, Place place, uint64_t bytes,
                             Findings &found) {
  Access mine = accessOf(who, lane);
  forEachGranule(place, bytes, [&](Page &page, unsigned number, Place at) {
    // Of two boxes on their way Workgroup::checkStoresApart tells.
    if (page.writes[number].time != underWay)
      checkWrite(mine, page, number, at, found);
    page.writes[number] = mine;
    page.writes[number].time = underWay;
  });
}

void GlobalRaces::endStore(const Accessor &who, unsigned lane, Place place, uint64_t bytes) {
  const Access mine = accessOf(who, lane);
  forEachGranule(place, bytes, [&](Page &page, unsigned number, Place) {
    Access &last = page.writes[number];
    if (last.time == underWay && last.site == mine.site && last.wave == mine.wave)
      last = mine;
  });
}

} // namespace wave::executor
