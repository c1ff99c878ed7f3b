//===- SharedFlights.cpp - Asynchronous accesses to shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 8 "Memory consistency model", "Proxies": what runs asynchronously sees an
// ordinary write only behind a proxy fence.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "executor/SharedMemory.h"

namespace wave::executor {

uint32_t SharedMemory::beginFlight(const Accessor &who, unsigned lane) {
  flights.push_back({who, lane, false, {}, {}});
  return static_cast<uint32_t>(flights.size() - 1);
}

void SharedMemory::endFlight(uint32_t flight, unsigned wave) {
  uint32_t &time = flights[flight].endKnown[wave];
  if (time == 0)
    time = clocks.now(wave);
  for (uint32_t before : flights[flight].behind)
    endFlight(before, wave);
}

bool SharedMemory::knowsEnd(uint32_t flight, unsigned wave) const {
  const Times &times = flights[flight].endKnown;
  for (unsigned other = 0; other < clocks.count(); ++other)
    if (times[other] != 0 && clocks.knows(wave, other, times[other]))
      return true;
  return false;
}

bool SharedMemory::isEndBefore(uint32_t flight, unsigned wave) const {
  const Times &times = flights[flight].endKnown;
  for (unsigned other = 0; other < clocks.count(); ++other)
    if (times[other] != 0 && clocks.isBefore(wave, other, times[other]))
      return true;
  return false;
}

/// Whether the last write is ordered before the flight, for the memory that it sees.
void SharedMemory::checkFlight(uint32_t number, uint32_t granule, const char *mine) {
  Flight &flight = flights[number];
  const Accessor &who = flight.who;
  const uint32_t time = writeTime[granule], other = writer[granule];
  const unsigned wave = waveOf(other);
  if (time == never)
    return;
  if (time == underWay)
    return race(who, flight.lane, granule, other, mine, "a copy that was not waited for");
  if (time == isBarrier)
    return touchesBarrier(who, flight.lane, granule);
  if (time == inFlight) {
    if (other == number)
      return;
    if (!(flight.isLoad ? isEndBefore(other, who.wave) : knowsEnd(other, who.wave)))
      race(who, flight.lane, granule, pack(flights[other].who) | flights[other].lane, mine,
           "an asynchronous write whose end was not waited for");
    else if (!flight.isLoad &&
             std::find(flight.behind.begin(), flight.behind.end(), other) == flight.behind.end())
      flight.behind.push_back(other);
    return;
  }
  if (wave != who.wave && !clocks.knows(who.wave, wave, time))
    return race(who, flight.lane, granule, other, mine, "a write");
  if (!clocks.isProxied(who.wave, wave, time) && checks.races)
    findings.add(FindingKind::ProxyFence, who.site, siteOf(other), static_cast<int>(who.wave),
                 static_cast<int>(flight.lane), [&] {
                   return std::string(mine) + " of " + describe(granule << shift) +
                          " that need not see the ordinary write of wave " + std::to_string(wave) +
                          ": no fence.proxy.async stands between";
                 });
}

void SharedMemory::checkFlightsReading(const Accessor &who, unsigned lane, uint32_t address) {
  const uint32_t chunk = address >> chunkShift;
  const WaveSet &waves = readingWaves[chunk];
  for (unsigned wave = 0; wave < flightReading.size(); ++wave) {
    if (!waves[wave])
      continue;
    const uint32_t reading = flightReading[wave][chunk];
    Ordered &before = ordered[wave];
    if (before.flight == reading && before.wave == who.wave)
      continue;
    if (isEndBefore(reading, who.wave)) {
      before = {reading, who.wave};
      continue;
    }
    const Flight &flight = flights[reading];
    race(who, lane, address >> shift, pack(flight.who) | flight.lane, "a write",
         "an asynchronous read whose end was not waited for");
  }
}

void SharedMemory::readBy(uint32_t number, uint32_t address, uint32_t size) {
  if (!checks.any())
    return;
  Flight &flight = flights[number];
  const uint32_t begin = address >> shift, end = (address + size) >> shift;
  // As one vector: most often all was written by one flight, which has been checked.
  uint32_t differences = flight.checkedTime == never ? 1 : 0;
  for (uint32_t granule = begin; granule < end; ++granule)
    differences |=
        (writeTime[granule] ^ flight.checkedTime) | (writer[granule] ^ flight.checkedWriter);
  for (uint32_t granule = begin; granule < end && differences != 0; ++granule) {
    const uint32_t time = writeTime[granule];
    if (time == never) {
      if (checks.uninitialised)
        findings.add(FindingKind::Uninitialised, flight.who.site, noSite,
                     static_cast<int>(flight.who.wave), static_cast<int>(flight.lane), [&] {
                       return "asynchronous read of " + describe(granule << shift) +
                              ", which this workgroup has not written";
                     });
    } else if (time != flight.checkedTime || writer[granule] != flight.checkedWriter) {
      checkFlight(number, granule, "an asynchronous read");
      flight.checkedTime = time;
      flight.checkedWriter = writer[granule];
    }
  }
  uint32_t *reading = flightReading[flight.who.wave].data();
  for (uint32_t chunk = address >> chunkShift; chunk < (address + size) >> chunkShift; ++chunk) {
    reading[chunk] = number;
    readingWaves[chunk].set(flight.who.wave);
  }
}

void SharedMemory::writeBy(uint32_t number, uint32_t address, uint32_t size) {
  Flight &flight = flights[number];
  flight.isLoad = true;
  if (!checks.any())
    return;
  const Accessor &who = flight.who;
  for (uint32_t granule = address >> shift; granule < (address + size) >> shift; ++granule) {
    const uint32_t time = writeTime[granule];
    if (time != never && (time != flight.checkedTime || writer[granule] != flight.checkedWriter)) {
      checkFlight(number, granule, "an asynchronous write");
      flight.checkedTime = time;
      flight.checkedWriter = writer[granule];
    }
    if (lastRead[granule] != never)
      for (unsigned wave = 0; wave < readTime.size(); ++wave)
        if (wave != who.wave && !clocks.isBefore(who.wave, wave, readTime[wave][granule]))
          race(who, flight.lane, granule, reader[wave][granule], "an asynchronous write", "a read");
    writeTime[granule] = inFlight;
    writer[granule] = number;
  }
  // Its whole chunks: a later access is ordered behind this write, or races with it.
  for (uint32_t chunk = address >> chunkShift; chunk < (address + size) >> chunkShift; ++chunk)
    if (readingWaves[chunk].any()) {
      checkFlightsReading(who, flight.lane, chunk << chunkShift);
      readingWaves[chunk].reset();
    }
}

void SharedMemory::touchesBarrier(const Accessor &who, unsigned lane, uint32_t granule) {
  findings.add(FindingKind::BarrierMisuse, who.site, siteOf(writer[granule]),
               static_cast<int>(who.wave), static_cast<int>(lane), [&] {
                 return "an access to " + describe(granule << shift) + ", bytes of an mbarrier";
               });
}

void SharedMemory::beginBarrier(const Accessor &who, unsigned lane, uint32_t address) {
  if (!checks.any())
    return;
  for (uint32_t granule = address >> shift; granule < (address + 8) >> shift; ++granule) {
    if (writeTime[granule] != isBarrier)
      checkWrite(who, lane, granule);
    writeTime[granule] = isBarrier;
    writer[granule] = pack(who) | lane;
  }
}

void SharedMemory::endBarrier(const Accessor &who, unsigned lane, uint32_t address) {
  if (!checks.any())
    return;
  for (uint32_t granule = address >> shift; granule < (address + 8) >> shift; ++granule) {
    writeTime[granule] = clocks.now(who.wave);
    writer[granule] = pack(who) | lane;
  }
}

} // namespace wave::executor
