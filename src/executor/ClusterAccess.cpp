//===- ClusterAccess.cpp - Shared memory of other workgroups --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An address of a cluster's shared memory has the rank of the workgroup plus 1 above the bits
// of the place; without one it is the workgroup's own, as on hardware.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>

#include "executor/Cluster.h"
#include "executor/Staging.h"
#include "executor/Workgroup.h"

namespace wave::executor {

namespace {
constexpr unsigned rankShift = 24;
constexpr uint32_t placeMask = (uint32_t{1} << rankShift) - 1;
} // namespace

uint32_t placeInShared(uint32_t address) { return address & placeMask; }

Workgroup &Workgroup::holderOf(uint32_t address) {
  const uint32_t tag = address >> rankShift;
  Workgroup *holder = tag == 0 ? this : cluster.at(tag - 1);
  return holder ? *holder : *this;
}

void Workgroup::mapToRank(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const auto *ranks = wave.registers.at<const uint32_t>(at.sources[1]);
  auto *out = wave.registers.at<uint32_t>(at.destination);
  for (LaneMask rest = wave.context.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (ranks[lane] >= program.clusterSize())
      found.add(FindingKind::OutOfBounds, at.site, noSite, static_cast<int>(wave.number),
                static_cast<int>(lane), [&] {
                  return "workgroup " + std::to_string(ranks[lane]) + " of a cluster of " +
                         std::to_string(program.clusterSize());
                });
    else
      out[lane] = (addresses[lane] & placeMask) | (ranks[lane] + 1) << rankShift;
  }
}

Findings &Workgroup::findingsOf(unsigned wave) { return cluster.at(wave / program.waves())->found; }

/// Who uses the shared memory of a workgroup that has ended.
void Workgroup::requireAlive(const Wave &wave, const Instruction &at, const Workgroup &holder) {
  if (!holder.hasEnded())
    return;
  findingsOf(wave.number)
      .add(FindingKind::NotWaited, at.site, noSite, static_cast<int>(wave.number), -1, [&] {
        return program.sites[at.site].operation + " uses shared memory of workgroup " +
               std::to_string(holder.rank) + " of the cluster, which has ended";
      });
}

/// The wave uses the workgroup's shared memory by an instruction that has ended when the wave goes
/// on.
void Workgroup::useMemoryOf(Workgroup &holder, const Wave &wave, const Instruction &at) {
  if (&holder == this)
    return;
  requireAlive(wave, at, holder);
  holder.usesByOthers[wave.number] = {clocks.now(wave.number), at.site};
}

bool Workgroup::knowsAtEnd(unsigned wave, uint32_t time) const {
  return std::any_of(waves.begin(), waves.end(),
                     [&](const Wave &mine) { return clocks.isBefore(mine.number, wave, time); });
}

bool Workgroup::knowsAtEnd(const SharedMemory &memory, uint32_t flight) const {
  return std::any_of(waves.begin(), waves.end(),
                     [&](const Wave &mine) { return memory.isEndBefore(flight, mine.number); });
}

/// A workgroup may end only when one of its waves knows that the others of the cluster are done
/// with its shared memory, whichever of them is faster this time.  Whose mbarrier counts the bytes
/// of a copy to another one knows of it first, so that the memory that is written stands for both.
void Workgroup::reportUsesAfterEnd() {
  if (!options.races)
    return;
  const auto report = [&](const Accessor &who, int lane, const char *uses) {
    findingsOf(who.wave).add(FindingKind::NotWaited, who.site, noSite, static_cast<int>(who.wave),
                             lane, [&] {
                               return program.sites[who.site].operation + uses +
                                      "shared memory of workgroup " + std::to_string(rank) +
                                      " of the cluster, which may have ended: no wave of it waits "
                                      "for that";
                             });
  };
  for (unsigned wave = 0; wave < clocks.count(); ++wave)
    if (const auto [time, site] = usesByOthers[wave]; time != 0 && !knowsAtEnd(wave, time))
      report({wave, site}, -1, " uses ");
  for (uint32_t number = 0; number < shared.countOfFlights(); ++number)
    if (const Flight &flight = shared.flight(number);
        isOfOther(flight.who.wave) && !knowsAtEnd(shared, number))
      report(flight.who, static_cast<int>(flight.lane), flight.isLoad ? " writes " : " reads ");
}

void Workgroup::accessCluster(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint32_t>(at.sources[0]);
  const bool isStore = at.kind == Kind::StoreCluster;
  const uint32_t bytes = at.access.bytes;
  const Accessor who = {wave.number, at.site, at.auxiliary != 0};
  Staging staged;
  if (isStore)
    stageFromRows(at.access, wave.registers, at.sources[1], staged);
  else
    std::fill_n(staged.bytes, lanesPerWave * bytes, std::byte{0});
  for (LaneMask rest = wave.context.active; rest != 0;) {
    Workgroup &holder = holderOf(addresses[std::countr_zero(rest)]);
    uint32_t places[lanesPerWave] = {};
    LaneMask alike = 0;
    for (LaneMask lanes = rest; lanes != 0; lanes &= lanes - 1)
      if (const int lane = std::countr_zero(lanes); &holderOf(addresses[lane]) == &holder) {
        alike |= LaneMask{1} << lane;
        places[lane] = placeInShared(addresses[lane]);
      }
    rest &= ~alike;
    useMemoryOf(holder, wave, at);
    alike = checkShared(wave, at, alike, places);
    if (isStore)
      holder.shared.write(who, alike, places, bytes);
    else
      holder.shared.read(who, alike, places, bytes);
    for (LaneMask lanes = alike; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
      std::byte *place = holder.shared.data() + places[lane];
      if (isStore)
        copyLane(place, staged.bytes + lane * bytes, bytes);
      else
        copyLane(staged.bytes + lane * bytes, place, bytes);
    }
    if (isStore)
      holder.shared.checkAgreement(who, alike, places, bytes, staged.bytes);
  }
  if (!isStore)
    stageToRows(at.access, staged, wave.registers, at.destination);
}

void Workgroup::reportCluster(const Wave &wave, const Instruction &at, const char *what) {
  found.add(FindingKind::BarrierMisuse, at.site, noSite, static_cast<int>(wave.number), -1,
            [&] { return std::string("the cluster's barrier: ") + what; });
}

void Workgroup::numberInCluster(Wave &wave, const Instruction &at) {
  const std::array<uint32_t, 3> size = program.cluster, group = wave.context.group;
  const auto axis = static_cast<size_t>(at.auxiliary);
  uint32_t number = 0;
  switch (static_cast<ClusterNumber>(at.immediate)) {
  case ClusterNumber::Place:
    number = group[axis] % size[axis];
    break;
  case ClusterNumber::Size:
    number = size[axis];
    break;
  case ClusterNumber::Cluster:
    number = group[axis] / size[axis];
    break;
  case ClusterNumber::Clusters:
    number = grid.size[axis] / size[axis];
    break;
  case ClusterNumber::Rank:
    number = rank;
    break;
  case ClusterNumber::Ranks:
    number = program.clusterSize();
    break;
  }
  std::fill_n(wave.registers.at<uint32_t>(at.destination), lanesPerWave, number);
}

} // namespace wave::executor
