//===- GlobalAccess.cpp - Instructions on global memory -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <bit>

#include "executor/Cluster.h"
#include "executor/Staging.h"
#include "executor/Workgroup.h"

namespace wave::executor {

/// Lanes of the mask whose access is in bounds and aligned, with where on the host; the others
/// are reported.
LaneMask Workgroup::checkGlobal(Wave &wave, const Instruction &at, LaneMask lanes,
                                const uint64_t *addresses, std::byte **hosts) {
  const uint32_t bytes = at.access.bytes;
  const uint64_t unaligned = at.access.alignment - 1;
  if (lanes == allLanes) {
    uint64_t least = addresses[0], greatest = addresses[0], together = 0;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      least = std::min(least, addresses[lane]);
      greatest = std::max(greatest, addresses[lane]);
      together |= addresses[lane];
    }
    const auto first = global.find(least, bytes), last = global.find(greatest, bytes);
    if (first && last && first->region == last->region && (together & unaligned) == 0) {
      std::byte *base = global.host(*first);
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        hosts[lane] = base + (addresses[lane] - least);
      return lanes;
    }
  }
  LaneMask good = lanes;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const uint64_t address = addresses[lane];
    const auto place = global.find(address, bytes);
    if (place && (address & unaligned) == 0) {
      hosts[lane] = global.host(*place);
      continue;
    }
    good &= ~(LaneMask{1} << lane);
    found.add(place ? FindingKind::Misaligned : FindingKind::OutOfBounds, at.site, noSite,
              static_cast<int>(wave.number), static_cast<int>(lane), [&] {
                return program.sites[at.site].operation + " of " + std::to_string(bytes) +
                       " bytes at " + global.describe(address) +
                       (place ? " is not aligned to " + std::to_string(at.access.alignment)
                              : std::string());
              });
  }
  return good;
}

void Workgroup::countGlobal(LaneMask lanes, const uint64_t *addresses, uint32_t bytes) {
  if (!options.counters || lanes == 0)
    return;
  const unsigned sector = program.chip->sectorBytes;
  counted.globalBytes += static_cast<uint64_t>(std::popcount(lanes)) * bytes;
  counted.sectors += sectorsOf(lanes, addresses, bytes, sector);
  counted.sectorsNeeded +=
      (static_cast<uint64_t>(std::popcount(lanes)) * bytes + sector - 1) / sector;
}

void Workgroup::checkGlobalRaces(const Wave &wave, const Instruction &at, LaneMask lanes,
                                 const uint64_t *addresses, bool isWrite) {
  GlobalRaces &races = cluster.globalRaces();
  WorkgroupRaces &ofLaunch = cluster.workgroupRaces();
  if (!races.tracksAny() && !ofLaunch.tracksAny())
    return;
  const bool isAtomic =
      at.kind == Kind::AtomicGlobal ||
      ((at.kind == Kind::LoadGlobal || at.kind == Kind::StoreGlobal) && at.auxiliary != 0);
  const Accessor who = {wave.number, at.site, isAtomic};
  const WorkgroupRaces::Who whoOfLaunch = {cluster.number(), rank, at.site};
  using Use = WorkgroupRaces::Use;
  const Use use = isWrite ? (isAtomic ? Use::AtomicWrite : Use::Write)
                          : (isAtomic ? Use::AtomicRead : Use::Read);
  if (at.kind == Kind::LoadGlobal && at.sources[1] != noSlot)
    lanes &= conditionMask(wave.registers.at<uint8_t>(at.sources[1]));
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto place = *global.find(addresses[lane], at.access.bytes);
    if (ofLaunch.tracks(place.region))
      ofLaunch.note(use, whoOfLaunch, place, at.access.bytes);
    if (!races.tracks(place.region))
      continue;
    if (isWrite)
      races.write(who, lane, place, at.access.bytes, found);
    else
      races.read(who, lane, place, at.access.bytes, found);
  }
}

void Workgroup::readGlobal(Wave &wave, const Instruction &at, LaneMask lanes,
                           const uint64_t *addresses, std::byte *values) {
  const uint32_t bytes = at.access.bytes;
  std::byte *hosts[lanesPerWave];
  lanes = checkGlobal(wave, at, lanes, addresses, hosts);
  if (lanes != allLanes)
    std::fill_n(values, lanesPerWave * bytes, std::byte{0});
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    copyLane(values + lane * bytes, hosts[lane], bytes);
  }
  countGlobal(lanes, addresses, bytes);
  checkGlobalRaces(wave, at, lanes, addresses, /*isWrite=*/false);
  if (!global.tracksBytes())
    return;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto place = *global.find(addresses[lane], bytes);
    if (global.tracksBytes(place.region) && !global.wasWritten(place, bytes))
      found.add(FindingKind::Uninitialised, at.site, noSite, static_cast<int>(wave.number),
                static_cast<int>(lane), [&] {
                  return "read of " + global.describe(addresses[lane]) +
                         ", which nothing has written";
                });
  }
}

void Workgroup::writeGlobal(Wave &wave, const Instruction &at, LaneMask lanes,
                            const uint64_t *addresses, const std::byte *values, uint32_t bytes) {
  std::byte *hosts[lanesPerWave];
  lanes = checkGlobal(wave, at, lanes, addresses, hosts);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    copyLane(hosts[lane], values + lane * bytes, bytes);
  }
  countGlobal(lanes, addresses, bytes);
  checkGlobalRaces(wave, at, lanes, addresses, /*isWrite=*/true);
  if (!global.tracksBytes() && !global.tracksElements())
    return;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto place = *global.find(addresses[lane], bytes);
    if (global.tracksBytes(place.region))
      global.noteWrite(place, bytes);
    if (global.tracksElements(place.region))
      global.noteElements(place, bytes, {groupNumber, at.site});
  }
}

void Workgroup::loadGlobal(Wave &wave, const Instruction &at) {
  Staging staged;
  readGlobal(wave, at, wave.context.active, wave.registers.at<const uint64_t>(at.sources[0]),
             staged.bytes);
  stageToRows(at.access, staged, wave.registers, at.destination);
}

void Workgroup::storeGlobal(Wave &wave, const Instruction &at) {
  Staging staged;
  stageFromRows(at.access, wave.registers, at.sources[1], staged);
  writeGlobal(wave, at, wave.context.active, wave.registers.at<const uint64_t>(at.sources[0]),
              staged.bytes, at.access.bytes);
}

void Workgroup::atomicGlobal(Wave &wave, const Instruction &at) {
  const auto *addresses = wave.registers.at<const uint64_t>(at.sources[0]);
  const auto *operands = wave.registers.at<const std::byte>(at.sources[1]);
  auto *old = wave.registers.at<std::byte>(at.destination);
  const uint32_t bytes = at.access.bytes;
  std::byte *hosts[lanesPerWave];
  const LaneMask lanes = checkGlobal(wave, at, wave.context.active, addresses, hosts);
  countGlobal(lanes, addresses, bytes);
  checkGlobalRaces(wave, at, lanes, addresses, /*isWrite=*/true);
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    program.atomics[at.target](hosts[lane], operands + lane * bytes, old + lane * bytes);
    const auto place = *global.find(addresses[lane], bytes);
    if (global.tracksBytes(place.region))
      global.noteWrite(place, bytes);
  }
}

/// A raw buffer: each number of the access that would end behind the buffer's bytes reads as
/// zero, or is not written (MI300 ISA reference guide, "Range checking").
void Workgroup::accessBuffer(Wave &wave, const Instruction &at) {
  const auto *resource = wave.registers.at<const uint64_t>(at.sources[0]);
  const auto *offsets = wave.registers.at<const uint32_t>(at.sources[1]);
  const auto *scalars = wave.registers.at<const uint32_t>(at.sources[2]);
  const uint64_t *records = resource + lanesPerWave;
  const bool isStore = at.kind == Kind::StoreBuffer;
  const uint32_t bytes = at.access.bytes;
  // Numbers of less than a word are checked alone, wider ones word by word.
  const uint32_t part = std::min(at.access.elementBytes, 4u);
  Staging staged;
  if (isStore)
    stageFromRows(at.access, wave.registers, at.sources[3], staged);
  else
    std::fill_n(staged.bytes, lanesPerWave * bytes, std::byte{0});
  Instruction piece = at;
  uint64_t addresses[lanesPerWave];
  LaneMask inside[maxAccessBytes] = {}, whole = wave.context.active;
  for (uint32_t i = 0; i < bytes / part; ++i) {
    for (LaneMask rest = wave.context.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      const uint64_t end = uint64_t{offsets[lane]} + scalars[lane] + i * part + part;
      if (end <= records[lane])
        inside[i] |= LaneMask{1} << lane;
    }
    whole &= inside[i];
  }
  auto access = [&](LaneMask lanes, uint32_t offset, uint32_t size) {
    piece.access.bytes = size;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      addresses[lane] = resource[lane] + offsets[lane] + scalars[lane] + offset;
    Staging some;
    if (isStore) {
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        copyLane(some.bytes + lane * size, staged.bytes + lane * bytes + offset, size);
      writeGlobal(wave, piece, lanes, addresses, some.bytes, size);
      return;
    }
    readGlobal(wave, piece, lanes, addresses, some.bytes);
    for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      copyLane(staged.bytes + lane * bytes + offset, some.bytes + lane * size, size);
    }
  };
  if (whole != 0)
    access(whole, 0, bytes);
  for (uint32_t i = 0; i < bytes / part; ++i)
    if ((inside[i] & ~whole) != 0)
      access(inside[i] & ~whole, i * part, part);
  if (!isStore)
    stageToRows(at.access, staged, wave.registers, at.destination);
}

} // namespace wave::executor
