//===- SharedFlights.cpp - Asynchronous accesses to shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 8 "Memory consistency model", "Proxies": what runs asynchronously sees an
// ordinary write only behind a proxy fence.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <utility>

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

bool SharedMemory::hasEndKnown(uint32_t flight) const {
  const Times &times = flights[flight].endKnown;
  return std::any_of(times.begin(), times.end(), [](uint32_t time) { return time != 0; });
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
    if (!knowsEnd(other, who.wave))
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

void SharedMemory::checkFlightsReading(const Accessor &who, unsigned lane, uint32_t granule) {
  // A later access is ordered behind this write, or races with it.
  for (Plane &plane : flightReading)
    if (const uint32_t reading = std::exchange(plane[granule], 0u);
        reading != 0 && !knowsEnd(reading - 1, who.wave)) {
      const Flight &flight = flights[reading - 1];
      race(who, lane, granule, pack(flight.who) | flight.lane, "a write",
           "an asynchronous read whose end was not waited for");
    }
  uint32_t last = never;
  for (const Plane &plane : readTime)
    last = std::max(last, plane[granule]);
  lastRead[granule] = last;
}

void SharedMemory::readBy(uint32_t number, uint32_t address, uint32_t size) {
  if (!checks.any())
    return;
  const Flight &flight = flights[number];
  uint32_t *reading = flightReading[flight.who.wave].data();
  uint32_t knownTime = never, knownWriter = 0;
  for (uint32_t granule = address >> shift; granule < (address + size) >> shift; ++granule) {
    const uint32_t time = writeTime[granule];
    if (time == never) {
      if (checks.uninitialised)
        findings.add(FindingKind::Uninitialised, flight.who.site, noSite,
                     static_cast<int>(flight.who.wave), static_cast<int>(flight.lane), [&] {
                       return "asynchronous read of " + describe(granule << shift) +
                              ", which this workgroup has not written";
                     });
    } else if (time != knownTime || writer[granule] != knownWriter) {
      checkFlight(number, granule, "an asynchronous read");
      knownTime = time;
      knownWriter = writer[granule];
    }
    reading[granule] = number + 1;
    lastRead[granule] = inFlight;
  }
}

void SharedMemory::writeBy(uint32_t number, uint32_t address, uint32_t size) {
  Flight &flight = flights[number];
  flight.isLoad = true;
  if (!checks.any())
    return;
  const Accessor &who = flight.who;
  for (uint32_t granule = address >> shift; granule < (address + size) >> shift; ++granule) {
    checkFlight(number, granule, "an asynchronous write");
    for (unsigned wave = 0; wave < readTime.size(); ++wave)
      if (wave != who.wave && !clocks.knows(who.wave, wave, readTime[wave][granule]))
        race(who, flight.lane, granule, reader[wave][granule], "an asynchronous write", "a read");
    if (lastRead[granule] == inFlight)
      checkFlightsReading(who, flight.lane, granule);
    writeTime[granule] = inFlight;
    writer[granule] = number;
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
