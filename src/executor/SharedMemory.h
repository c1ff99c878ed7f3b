//===- SharedMemory.h - Shared memory of a workgroup, and who touched it --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each granule (Program::granule) the last write and each wave's last read are
// remembered with their times (Clocks.h).  An access that another wave's clock covers is
// recognised by one comparison with the time that the wave knows of all others; only what
// fails that is looked at closely.
// What the hardware reads and writes by itself after an instruction has begun it is a flight:
// the place remembers the flight, and the flight who knows that it has ended.  Flights read and
// write 16 bytes at a time, a chunk: of their reads one entry for each chunk is enough.
// Shared memory begins at a seeded multiple of what its variable is aligned to (Cluster.cpp).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "executor/Clocks.h"
#include "executor/Findings.h"
#include "executor/Program.h"

namespace wave::executor {

struct SharedChecks {
  bool races = true, uninitialised = true;

  bool any() const { return races || uninitialised; }
};

/// Who accesses.
struct Accessor {
  unsigned wave = 0;
  uint32_t site = 0;
  bool isAtomic = false;
};

/// An asynchronous access that has begun.
struct Flight {
  Accessor who;
  unsigned lane = 0;
  bool isLoad = false; ///< to shared memory
  Times endKnown{};    ///< by wave: its time when it learnt of the end; 0: it has not
  /// Flights that had ended before this one, which has read what they wrote.
  std::vector<uint32_t> behind;
  /// The last write that it was found to be ordered behind; others most often are the same.
  uint32_t checkedTime = 0, checkedWriter = 0;
};

class SharedMemory {
public:
  SharedMemory(const Program &program, SharedChecks checks, const Clocks &clocks,
               Findings &findings);

  /// For the next workgroup, whose shared memory begins at that address.
  void reset(uint32_t begin);
  /// What address 0 would be, so that addresses are offsets.
  std::byte *data() { return bytes.data(); }
  uint32_t size() const { return program.sharedBytes; }
  uint32_t begin() const { return first; }
  bool contains(uint32_t address, uint64_t count) const {
    return count <= size() && address - first <= size() - count; // less than `first` is great
  }

  /// Lanes of the mask access `size` bytes at their addresses, which are in bounds and
  /// aligned.
  void read(const Accessor &who, LaneMask lanes, const uint32_t *addresses, uint32_t size);
  void write(const Accessor &who, LaneMask lanes, const uint32_t *addresses, uint32_t size);
  /// After the stores of one instruction: lanes that wrote to one place have to agree.
  /// `values` has `size` bytes for each lane.
  void checkAgreement(const Accessor &who, LaneMask lanes, const uint32_t *addresses, uint32_t size,
                      const std::byte *values);

  /// An asynchronous copy of one lane begins: nobody may touch the bytes until it is waited for.
  void beginCopy(const Accessor &who, unsigned lane, uint32_t address, uint32_t size);
  void endCopy(const Accessor &who, unsigned lane, uint32_t address, uint32_t size);

  // SharedFlights.cpp
  /// Its number.
  uint32_t beginFlight(const Accessor &who, unsigned lane);
  /// 16 bytes at a time: whether the accesses that are there are ordered before the flight.
  void readBy(uint32_t flight, uint32_t address, uint32_t size);
  void writeBy(uint32_t flight, uint32_t address, uint32_t size);
  /// From now on the wave knows that it has ended.
  void endFlight(uint32_t flight, unsigned wave);
  /// Whether the wave sees what it wrote.
  bool knowsEnd(uint32_t flight, unsigned wave) const;
  /// Whether what the wave does comes after it.
  bool isEndBefore(uint32_t flight, unsigned wave) const;
  const Flight &flight(uint32_t number) const { return flights[number]; }
  uint32_t countOfFlights() const { return static_cast<uint32_t>(flights.size()); }

  /// Eight bytes are a barrier, which no ordinary access may touch, until they are none.
  void beginBarrier(const Accessor &who, unsigned lane, uint32_t address);
  void endBarrier(const Accessor &who, unsigned lane, uint32_t address);

  /// "shared a slot 1 [M 3, K 17]".
  std::string describe(uint32_t address) const;

private:
  // Times of writes: 0 is never; the greatest are marks.
  static constexpr uint32_t never = 0;
  static constexpr uint32_t underWay = ~uint32_t{0}; ///< and nobody knows until when
  static constexpr uint32_t isBarrier = ~uint32_t{0} - 1;
  static constexpr uint32_t inFlight = ~uint32_t{0} - 2; ///< `writer` is the flight

  using Plane = std::vector<uint32_t>;
  static constexpr uint32_t chunkShift = 4; ///< of an address to its chunk

  // An access as a word: bits 0 to 5 the lane, 6 whether it is atomic, 7 to 13 the wave, then the
  // site.
  uint32_t pack(const Accessor &who) const;
  static constexpr uint32_t siteShift = 14;
  static constexpr uint32_t siteOf(uint32_t who) { return who >> siteShift; }
  static constexpr uint32_t waveOf(uint32_t who) { return who >> 7 & (maxWaves - 1); }
  template <uint32_t count>
  void readGranules(const Accessor &who, LaneMask lanes, const uint32_t *addresses);
  template <uint32_t count>
  void writeGranules(const Accessor &who, LaneMask lanes, const uint32_t *addresses);
  void checkRead(const Accessor &who, unsigned lane, uint32_t granule);
  void checkWrite(const Accessor &who, unsigned lane, uint32_t granule);
  void checkFlight(uint32_t flight, uint32_t granule, const char *mine);
  /// Whether a flight may be reading one of the bytes.
  bool isRead(uint32_t address, uint32_t size) const {
    return !readingWaves.empty() && (readingWaves[address >> chunkShift].any() ||
                                     readingWaves[(address + size - 1) >> chunkShift].any());
  }
  void checkFlightsReading(const Accessor &who, unsigned lane, uint32_t address);
  void touchesBarrier(const Accessor &who, unsigned lane, uint32_t granule);
  void race(const Accessor &who, unsigned lane, uint32_t granule, uint32_t other, const char *mine,
            const char *theirs);

  const Program &program;
  const SharedChecks checks;
  const Clocks &clocks;
  Findings &findings;
  const unsigned shift; ///< of an address to its granule
  uint32_t first = 0;   ///< address
  std::vector<std::byte> bytes;
  Plane writeTime, writer;
  Plane lastRead; ///< of any wave
  std::vector<Plane> readTime, reader;
  std::vector<WaveSet> readingWaves; ///< by chunk: whose flights read it
  std::vector<Plane> flightReading;  ///< by wave and chunk: the last flight of that wave
  std::vector<Flight> flights;
  /// By wave whose flight reads: one that has ended before what `wave` does.
  struct Ordered {
    uint32_t flight = ~uint32_t{0};
    unsigned wave = 0;
  };
  std::vector<Ordered> ordered;
};

} // namespace wave::executor
