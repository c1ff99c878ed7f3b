//===- Clocks.h - What a wave knows that others have done -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector clocks, as in "FastTrack: Efficient and Precise Dynamic Race Detection" (Flanagan,
// Freund, 2009).  A wave's time advances at its release fences.  A barrier carries what waves
// have released before it to those that acquire after it, and nothing else does.
// Knowing that something has happened is less than seeing what it wrote: an arrival whose scope
// leaves the waiter out tells that reads and asynchronous operations have ended, and no more.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

namespace wave::executor {

inline constexpr unsigned maxWaves = 128; ///< of a cluster: 8 workgroups of 512 threads of 32

using WaveSet = std::bitset<maxWaves>;

using Times = std::array<uint32_t, maxWaves>;

/// Of a barrier that is an object: what those that arrive hand to those that wait.
struct Clock {
  Times known{}, happened{}, proxied{}, fenced{};
};

class Clocks {
public:
  void reset(unsigned waveCount) {
    waves = waveCount;
    known.assign(waves, {});
    happened.assign(waves, {});
    proxied.assign(waves, {});
    fenced.assign(waves, {});
    seenEnds.assign(waves, {});
    seenFenced.assign(waves, {});
    released.assign(waves, {});
    passed.assign(waves, {});
    for (unsigned wave = 0; wave < waves; ++wave)
      known[wave][wave] = happened[wave][wave] = 1;
  }

  unsigned count() const { return waves; }
  uint32_t now(unsigned wave) const { return known[wave][wave]; }
  /// Whether `wave` may rely on what `other` did at that time.
  bool knows(unsigned wave, unsigned other, uint32_t time) const {
    return time <= known[wave][other];
  }
  /// Whether it was before, even if `wave` need not see what it wrote.
  bool isBefore(unsigned wave, unsigned other, uint32_t time) const {
    return time <= happened[wave][other];
  }
  /// Whether what `other` wrote at that time, and `wave` knows, is visible to what runs
  /// asynchronously: a proxy fence stands on the way.
  bool isProxied(unsigned wave, unsigned other, uint32_t time) const {
    return time <= proxied[wave][other];
  }
  /// Whatever another wave did until then, `wave` knows.
  uint32_t knownOfAll(unsigned wave) const {
    uint32_t least = ~uint32_t{0} - 3; // less than the marks of SharedMemory.cpp
    for (unsigned other = 0; other < waves; ++other)
      if (other != wave)
        least = std::min(least, known[wave][other]);
    return least;
  }

  void release(unsigned wave) {
    released[wave] = known[wave];
    advance(wave);
  }
  void acquire(unsigned wave) {
    join(known[wave], passed[wave]);
    join(happened[wave], passed[wave]);
  }
  void release(unsigned wave, Clock &object) {
    join(object.known, known[wave]);
    join(object.proxied, proxied[wave]);
    releaseEnds(wave, object);
  }
  void acquire(unsigned wave, const Clock &object) {
    join(known[wave], object.known);
    join(proxied[wave], object.proxied);
    acquireEnds(wave, object);
  }
  /// To those who need not see what the wave wrote.
  void releaseEnds(unsigned wave, Clock &object) {
    join(object.happened, happened[wave]);
    releaseTensor(wave, object);
    advance(wave);
  }
  void acquireEnds(unsigned wave, const Clock &object) {
    join(happened[wave], object.happened);
    acquireTensor(wave, object);
  }
  /// What one barrier hands on, another one does too.
  void join(Clock &into, const Clock &from) const {
    join(into.known, from.known);
    join(into.happened, from.happened);
    join(into.proxied, from.proxied);
    join(into.fenced, from.fenced);
  }

  // Tensor memory: what a wave has done before its fence in front of a barrier is ordered before
  // what another one does behind its fence behind that barrier, even if the barrier orders no
  // other memory.
  void releaseTensor(unsigned wave, Clock &object) const { join(object.fenced, fenced[wave]); }
  void acquireTensor(unsigned wave, const Clock &object) { join(fenced[wave], object.fenced); }
  void fenceTensorBefore(unsigned wave) {
    fenced[wave][wave] = known[wave][wave];
    advance(wave);
  }
  void fenceTensorAfter(unsigned wave) {
    seenEnds[wave] = happened[wave];
    seenFenced[wave] = fenced[wave];
    advance(wave);
  }
  /// Whether fences stand between what `other` did at that time and what `wave` does.
  bool isTensorFenced(unsigned wave, unsigned other, uint32_t time) const {
    return time <= seenFenced[wave][other];
  }
  /// Whether a fence of `wave` stands behind its knowing what `other` learnt at that time.
  bool isTensorEndSeen(unsigned wave, unsigned other, uint32_t time) const {
    return time <= seenEnds[wave][other];
  }
  void fenceProxy(unsigned wave) {
    proxied[wave] = known[wave];
    advance(wave);
  }
  /// These waves meet.
  void meet(const WaveSet &those) {
    Times all{};
    for (unsigned wave = 0; wave < waves; ++wave)
      if (those[wave])
        join(all, released[wave]);
    for (unsigned wave = 0; wave < waves; ++wave)
      if (those[wave])
        join(passed[wave], all);
  }

private:
  void advance(unsigned wave) { happened[wave][wave] = ++known[wave][wave]; }
  void join(Times &into, const Times &from) const {
    for (unsigned wave = 0; wave < waves; ++wave)
      into[wave] = std::max(into[wave], from[wave]);
  }

  unsigned waves = 0;
  std::vector<Times> known, happened, proxied, released, passed;
  // Fences for tensor memory: what is handed on, and what the last one behind a barrier saw.
  std::vector<Times> fenced, seenEnds, seenFenced;
};

} // namespace wave::executor
