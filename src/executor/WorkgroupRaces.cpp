//===- WorkgroupRaces.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/WorkgroupRaces.h"

#include <algorithm>
#include <atomic>

namespace wave::executor {
namespace {

// An access in 64 bits, in the order of clusters, never 0.
constexpr unsigned siteBits = 18, rankBits = 4, clusterShift = siteBits + rankBits;
static_assert(maxSites <= size_t{1} << siteBits);

uint64_t pack(const WorkgroupRaces::Who &who) {
  return (who.cluster << clusterShift | uint64_t{who.rank} << siteBits | who.site) + 1;
}
WorkgroupRaces::Who unpack(uint64_t packed) {
  --packed;
  return {packed >> clusterShift,
          static_cast<uint32_t>(packed >> siteBits & ((1u << rankBits) - 1)),
          static_cast<uint32_t>(packed & ((1u << siteBits) - 1))};
}
uint64_t clusterOf(uint64_t packed) { return (packed - 1) >> clusterShift; }

/// Of two uses of one granule: Read, Write, AtomicRead, AtomicWrite.
constexpr bool conflict[WorkgroupRaces::useCount][WorkgroupRaces::useCount] = {
    {false, true, false, true},
    {true, true, true, true},
    {false, true, false, false},
    {true, true, false, false}};
constexpr const char *verbs[] = {"reads", "writes", "reads by an atomic operation",
                                 "writes by an atomic operation"};

constexpr auto relaxed = std::memory_order_relaxed;

} // namespace

WorkgroupRaces::WorkgroupRaces(const Program &program, const GlobalMemory &global, const Grid &grid,
                               bool isChecked)
    : global(global), grid(grid) {
  if (!isChecked || !program.writesGlobal)
    return;
  for (size_t number = 0; number < global.countOfRegions(); ++number) {
    const unsigned elementBytes = global.elementBytesOf(number);
    // Of one cluster alone there are no races, but elements that it may never write.
    if (!global.mayBeReadAndWritten(number) || (grid.clusters() < 2 && elementBytes == 0))
      continue;
    regions.resize(global.countOfRegions());
    Region &region = regions[number];
    region.granuleBytes = elementBytes != 0 ? elementBytes : program.globalGranule;
    region.granules = (global.bytesOf(number) + region.granuleBytes - 1) / region.granuleBytes;
    for (size_t use = 0; use < useCount; ++use)
      if (program.hasGlobalAtomics || use < static_cast<size_t>(Use::AtomicRead))
        region.uses[use].reset(GlobalMemory::zeros<Pair>(region.granules));
    region.racyPages.reset(GlobalMemory::zeros<uint8_t>(region.granules / granulesOfPage + 1));
  }
}

bool WorkgroupRaces::isOrdered(uint64_t one, uint64_t other) {
  return clusterOf(one) == clusterOf(other);
}

/// The two of a pair are of different clusters.
bool WorkgroupRaces::isOfOthers(Pair &pair, uint64_t mine) {
  const uint64_t first = std::atomic_ref(pair.first).load();
  return first != 0 && (!isOrdered(first, mine) || std::atomic_ref(pair.second).load() != 0);
}

void WorkgroupRaces::insert(Pair &pair, uint64_t mine) {
  std::atomic_ref first(pair.first);
  uint64_t known = first.load(relaxed);
  while (known == 0 || mine < known)
    if (first.compare_exchange_weak(known, mine)) {
      if (known == 0 || isOrdered(known, mine))
        return;
      mine = known; // is the next one to be second
      break;
    }
  if (isOrdered(first.load(relaxed), mine))
    return;
  std::atomic_ref second(pair.second);
  known = second.load(relaxed);
  while (known == 0 || mine < known)
    if (second.compare_exchange_weak(known, mine))
      return;
}

void WorkgroupRaces::note(Use use, const Who &who, GlobalMemory::Place place, uint64_t bytes) {
  Region &region = regions[place.region];
  const auto number = static_cast<size_t>(use);
  const uint64_t mine = pack(who);
  if (std::atomic_ref isUsed(region.isUsed[number]); isUsed.load(relaxed) == 0)
    isUsed.store(1, relaxed);
  const uint64_t last = (place.offset + bytes - 1) / region.granuleBytes;
  for (uint64_t granule = place.offset / region.granuleBytes; granule <= last; ++granule) {
    insert(region.uses[number][granule], mine);
    bool isRace = false;
    for (size_t other = 0; other < useCount; ++other)
      isRace |= conflict[number][other] && region.uses[other] &&
                isOfOthers(region.uses[other][granule], mine);
    if (isRace) [[unlikely]] {
      std::atomic_ref(region.racyPages[granule / granulesOfPage]).store(1, relaxed);
      std::atomic_ref(hasRaces).store(true, relaxed);
    }
  }
}

bool WorkgroupRaces::wasWritten(GlobalMemory::Place place) const {
  const Region &region = regions[place.region];
  const uint64_t granule = place.offset / region.granuleBytes;
  return std::ranges::any_of(std::array{Use::Write, Use::AtomicWrite}, [&](Use use) {
    const auto &pairs = region.uses[static_cast<size_t>(use)];
    return pairs && pairs[granule].first != 0;
  });
}

void WorkgroupRaces::reportPair(GlobalMemory::Place place, size_t use, uint64_t one,
                                size_t otherUse, uint64_t other, Findings &findings) const {
  const Who here = unpack(one), there = unpack(other);
  const GroupPosition group = grid.positionOf(here.cluster, here.rank),
                      otherGroup = grid.positionOf(there.cluster, there.rank);
  findings.beginGroup(grid.numberOf(group), group);
  if (Finding *finding =
          findings.add(FindingKind::WorkgroupRace, here.site, there.site, -1, -1, [&] {
            return "race between workgroups on " + global.describe(global.address(place)) +
                   ": workgroup " + textOf(group) + " " + verbs[use] + " it here, workgroup " +
                   textOf(otherGroup) + " " + verbs[otherUse] +
                   " it, and nothing orders the workgroups of a launch";
          })) {
    finding->element = global.describe(global.address(place));
    finding->otherGroup = otherGroup;
  }
}

void WorkgroupRaces::reportGranule(size_t number, uint64_t granule, Findings &findings) const {
  const Region &region = regions[number];
  const GlobalMemory::Place place = {number, granule * region.granuleBytes};
  // The write is the one that a finding is at.
  for (size_t use : {static_cast<size_t>(Use::Write), static_cast<size_t>(Use::AtomicWrite)})
    for (size_t other = 0; other <= use; ++other) {
      if (!conflict[use][other] || !region.uses[use] || !region.uses[other])
        continue;
      const Pair &mine = region.uses[use][granule], &theirs = region.uses[other][granule];
      if (use == other) {
        if (mine.second != 0)
          reportPair(place, use, mine.first, other, mine.second, findings);
        continue;
      }
      for (const auto &[one, another] : {std::pair(mine.first, theirs.first),
                                         {mine.first, theirs.second},
                                         {mine.second, theirs.first}})
        if (one != 0 && another != 0 && !isOrdered(one, another)) {
          reportPair(place, use, one, other, another, findings);
          break;
        }
    }
}

/// What a launch only writes, it writes all of.
void WorkgroupRaces::reportNeverWritten(size_t number, Findings &findings) const {
  const Region &region = regions[number];
  const auto isUsed = [&](Use use) { return region.isUsed[static_cast<size_t>(use)] != 0; };
  if (global.elementBytesOf(number) == 0 || isUsed(Use::Read) || isUsed(Use::AtomicRead) ||
      isUsed(Use::AtomicWrite) || !isUsed(Use::Write))
    return;
  findings.beginGroup(grid.groups(), {});
  global.reportNeverWritten(number, findings, [&](uint64_t element) {
    return region.uses[static_cast<size_t>(Use::Write)][element].first != 0;
  });
}

void WorkgroupRaces::report(Findings &findings) const {
  for (size_t number = 0; number < regions.size(); ++number) {
    const Region &region = regions[number];
    if (!tracks(number))
      continue;
    for (uint64_t page = 0; page * granulesOfPage < region.granules; ++page)
      if (region.racyPages[page] != 0)
        for (uint64_t granule = page * granulesOfPage;
             granule < std::min(region.granules, (page + 1) * granulesOfPage); ++granule)
          reportGranule(number, granule, findings);
    reportNeverWritten(number, findings);
  }
}

} // namespace wave::executor
