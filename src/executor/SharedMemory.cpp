//===- SharedMemory.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/SharedMemory.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "executor/Coordinates.h"

namespace wave::executor {
namespace {

// Who, in 32 bits: 20 of the site, 5 of the wave, 1 for atomics, 6 of the lane.
constexpr bool isAtomic(uint32_t who) { return (who >> 6 & 1) != 0; }
constexpr uint32_t laneOf(uint32_t who) { return who & 63; }

template <typename Action> void forEachLane(LaneMask lanes, Action action) {
  if (lanes == allLanes) {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      action(lane);
    return;
  }
  for (; lanes != 0; lanes &= lanes - 1)
    action(static_cast<unsigned>(std::countr_zero(lanes)));
}

} // namespace

SharedMemory::SharedMemory(const Program &program, SharedChecks checks, const Clocks &clocks,
                           Findings &findings)
    : program(program), checks(checks), clocks(clocks), findings(findings),
      shift(static_cast<unsigned>(std::countr_zero(program.granule))),
      bytes(program.endOfShared()) {
  if (!checks.any())
    return;
  const size_t granules = program.endOfShared() / program.granule + 1;
  writeTime.resize(granules);
  writer.resize(granules);
  lastRead.resize(granules);
  const size_t waves = program.waves() * program.clusterSize();
  readTime.assign(waves, Plane(granules));
  reader.assign(waves, Plane(granules));
  if (!program.hasFlights)
    return;
  const size_t chunks = (program.endOfShared() >> chunkShift) + 1;
  readingWaves.resize(chunks);
  flightReading.assign(waves, Plane(chunks));
  ordered.resize(waves);
}

void SharedMemory::reset(uint32_t begin) {
  first = begin;
  // What nobody has written is neither zero nor what the workgroup before has left.
  std::fill_n(bytes.begin() + first, size(), std::byte{0xA5});
  const auto clear = [&](Plane &plane, uint32_t value) {
    if (!plane.empty())
      std::fill_n(plane.begin() + (first >> shift), (size() >> shift) + 1, value);
  };
  clear(writeTime, never);
  clear(lastRead, never);
  for (Plane &plane : readTime)
    clear(plane, never);
  if (!readingWaves.empty())
    std::fill_n(readingWaves.begin() + (first >> chunkShift), (size() >> chunkShift) + 1,
                WaveSet{});
  std::fill(ordered.begin(), ordered.end(), Ordered{});
  flights.clear();
}

uint32_t SharedMemory::pack(const Accessor &who) const {
  return who.site << siteShift | who.wave << 7 | (who.isAtomic ? 1u << 6 : 0);
}

template <uint32_t count>
void SharedMemory::readGranules(const Accessor &who, LaneMask lanes, const uint32_t *addresses) {
  const uint32_t known = clocks.knownOfAll(who.wave), now = clocks.now(who.wave);
  const uint32_t packed = pack(who);
  const uint32_t *written = writeTime.data();
  uint32_t *last = lastRead.data();
  uint32_t *times = readTime[who.wave].data(), *readers = reader[who.wave].data();
  forEachLane(lanes, [&](unsigned lane) {
    const uint32_t first = addresses[lane] >> shift;
    uint32_t doubtful = 0;
    for (uint32_t i = 0; i < count; ++i) {
      doubtful |= written[first + i] - 1 >= known ? 1u : 0u; // never - 1 is the greatest
      last[first + i] = std::max(last[first + i], now);
      times[first + i] = now;
      readers[first + i] = packed | lane;
    }
    if (doubtful != 0)
      for (uint32_t i = 0; i < count; ++i)
        checkRead(who, lane, first + i);
  });
}

template <uint32_t count>
void SharedMemory::writeGranules(const Accessor &who, LaneMask lanes, const uint32_t *addresses) {
  const uint32_t known = clocks.knownOfAll(who.wave), now = clocks.now(who.wave);
  const uint32_t packed = pack(who);
  uint32_t *written = writeTime.data(), *writers = writer.data();
  const uint32_t *last = lastRead.data();
  forEachLane(lanes, [&](unsigned lane) {
    const uint32_t first = addresses[lane] >> shift;
    uint32_t latest = 0;
    for (uint32_t i = 0; i < count; ++i)
      latest = std::max({latest, written[first + i], last[first + i]});
    if (latest > known || isRead(addresses[lane], count << shift))
      for (uint32_t i = 0; i < count; ++i)
        checkWrite(who, lane, first + i);
    for (uint32_t i = 0; i < count; ++i) {
      written[first + i] = now;
      writers[first + i] = packed | lane;
    }
  });
}

void SharedMemory::read(const Accessor &who, LaneMask lanes, const uint32_t *addresses,
                        uint32_t size) {
  if (!checks.any())
    return;
  switch (size >> shift) {
  case 1:
    return readGranules<1>(who, lanes, addresses);
  case 2:
    return readGranules<2>(who, lanes, addresses);
  case 4:
    return readGranules<4>(who, lanes, addresses);
  case 8:
    return readGranules<8>(who, lanes, addresses);
  default:
    break;
  }
  // Sizes that no instruction of machine code has: granule after granule.
  uint32_t shifted[lanesPerWave];
  for (uint32_t offset = 0; offset < size; offset += program.granule) {
    forEachLane(lanes, [&](unsigned lane) { shifted[lane] = addresses[lane] + offset; });
    readGranules<1>(who, lanes, shifted);
  }
}

void SharedMemory::write(const Accessor &who, LaneMask lanes, const uint32_t *addresses,
                         uint32_t size) {
  if (!checks.any())
    return;
  switch (size >> shift) {
  case 1:
    return writeGranules<1>(who, lanes, addresses);
  case 2:
    return writeGranules<2>(who, lanes, addresses);
  case 4:
    return writeGranules<4>(who, lanes, addresses);
  case 8:
    return writeGranules<8>(who, lanes, addresses);
  default:
    break;
  }
  uint32_t shifted[lanesPerWave];
  for (uint32_t offset = 0; offset < size; offset += program.granule) {
    forEachLane(lanes, [&](unsigned lane) { shifted[lane] = addresses[lane] + offset; });
    writeGranules<1>(who, lanes, shifted);
  }
}

void SharedMemory::race(const Accessor &who, unsigned lane, uint32_t granule, uint32_t other,
                        const char *mine, const char *theirs) {
  if (!checks.races)
    return;
  findings.add(FindingKind::Race, who.site, siteOf(other), static_cast<int>(who.wave),
               static_cast<int>(lane), [&] {
                 return std::string("race on ") + describe(granule << shift) + ": " + mine +
                        " here, " + theirs + " by wave " + std::to_string(waveOf(other)) +
                        ", lane " + std::to_string(laneOf(other)) +
                        (program.chip->fencesEachMemory
                             ? ", with no release fence, barrier and acquire fence between"
                             : ", and no barrier stands between");
               });
}

void SharedMemory::checkRead(const Accessor &who, unsigned lane, uint32_t granule) {
  const uint32_t time = writeTime[granule], other = writer[granule];
  if (time == never) {
    if (checks.uninitialised)
      findings.add(FindingKind::Uninitialised, who.site, noSite, static_cast<int>(who.wave),
                   static_cast<int>(lane), [&] {
                     return "read of " + describe(granule << shift) +
                            ", which this workgroup has not written";
                   });
  } else if (time == underWay) {
    race(who, lane, granule, other, "a read", "an asynchronous copy that was not waited for");
  } else if (time == inFlight) {
    if (!knowsEnd(other, who.wave))
      race(who, lane, granule, pack(flights[other].who) | flights[other].lane, "a read",
           "an asynchronous write whose end was not waited for");
  } else if (time == isBarrier) {
    touchesBarrier(who, lane, granule);
  } else if (waveOf(other) != who.wave && !clocks.knows(who.wave, waveOf(other), time)) {
    race(who, lane, granule, other, "a read", "a write");
  }
}

void SharedMemory::checkWrite(const Accessor &who, unsigned lane, uint32_t granule) {
  const uint32_t time = writeTime[granule], other = writer[granule];
  if (time == underWay)
    race(who, lane, granule, other, "a write", "an asynchronous copy that was not waited for");
  else if (time == isBarrier)
    touchesBarrier(who, lane, granule);
  else if (time == inFlight) {
    if (!isEndBefore(other, who.wave))
      race(who, lane, granule, pack(flights[other].who) | flights[other].lane, "a write",
           "an asynchronous write whose end was not waited for");
  } else if (time != never && waveOf(other) != who.wave &&
             !clocks.knows(who.wave, waveOf(other), time) && !(who.isAtomic && isAtomic(other)))
    race(who, lane, granule, other, "a write", "a write");
  for (unsigned wave = 0; wave < readTime.size(); ++wave)
    if (wave != who.wave && !clocks.isBefore(who.wave, wave, readTime[wave][granule]))
      race(who, lane, granule, reader[wave][granule], "a write", "a read");
  if (isRead(granule << shift, 1))
    checkFlightsReading(who, lane, granule << shift);
}

void SharedMemory::checkAgreement(const Accessor &who, LaneMask lanes, const uint32_t *addresses,
                                  uint32_t size, const std::byte *values) {
  if (!checks.races)
    return;
  const uint32_t packed = pack(who);
  forEachLane(lanes, [&](unsigned lane) {
    const uint32_t first = addresses[lane] >> shift, last = (addresses[lane] + size - 1) >> shift;
    const uint32_t mine = packed | lane;
    if (writer[first] == mine && writer[last] == mine)
      return;
    if (std::memcmp(bytes.data() + addresses[lane], values + lane * size, size) == 0)
      return;
    const uint32_t granule = writer[first] == mine ? last : first;
    findings.add(FindingKind::Race, who.site, who.site, static_cast<int>(who.wave),
                 static_cast<int>(lane), [&] {
                   return "lanes " + std::to_string(lane) + " and " +
                          std::to_string(laneOf(writer[granule])) + " write different values to " +
                          describe(granule << shift) + " in one instruction";
                 });
  });
}

void SharedMemory::beginCopy(const Accessor &who, unsigned lane, uint32_t address, uint32_t size) {
  if (!checks.any())
    return;
  for (uint32_t granule = address >> shift; granule < (address + size) >> shift; ++granule) {
    checkWrite(who, lane, granule);
    writeTime[granule] = underWay;
    writer[granule] = pack(who) | lane;
  }
}

void SharedMemory::endCopy(const Accessor &who, unsigned lane, uint32_t address, uint32_t size) {
  if (!checks.any())
    return;
  for (uint32_t granule = address >> shift; granule < (address + size) >> shift; ++granule)
    if (writer[granule] == (pack(who) | lane))
      writeTime[granule] = clocks.now(who.wave);
}

std::string SharedMemory::describe(uint32_t address) const {
  for (const SharedMap &map : program.shared) {
    const int64_t offset = int64_t{address} - first - map.offset;
    if (offset < 0 || offset >= map.bytes * map.slots)
      continue;
    auto [bits, base, distance] = map.swizzle;
    int64_t inSlot = offset % map.bytes;
    inSlot ^= (inSlot >> distance) & (((int64_t{1} << bits) - 1) << base);
    std::string text = "shared " + map.name;
    if (map.slots > 1)
      text += " slot " + std::to_string(offset / map.bytes);
    // Of a row that is cut, columns lie behind each other.
    int64_t element = inSlot / map.elementBytes, column = 0;
    std::vector<int64_t> sizes = map.sizes;
    if (map.columns > 0 && !sizes.empty()) {
      sizes.back() = std::min(sizes.back(), map.columns);
      int64_t inColumn = 1;
      for (size_t dim = 0; dim < sizes.size(); ++dim)
        inColumn = std::max(inColumn, sizes[dim] * map.strides[dim]);
      column = element / inColumn;
      element %= inColumn;
    }
    auto place = coordinatesOf(element, sizes, map.strides);
    if (place && !place->empty())
      place->back() += column * map.columns;
    if (!place)
      return text + " [padding]";
    text += " [";
    for (size_t i = 0; i < place->size(); ++i)
      text += (i > 0 ? ", " : "") + map.dims[i] + " " + std::to_string((*place)[i]);
    return text + "]";
  }
  if (address < first)
    return "address " + std::to_string(address) + ", " + std::to_string(first - address) +
           " bytes before the begin of shared memory";
  return "shared byte " + std::to_string(address - first);
}

} // namespace wave::executor
