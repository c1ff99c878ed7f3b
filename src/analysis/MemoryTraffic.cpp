//===- MemoryTraffic.cpp - What a launch reads from memory, predicted -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MemoryTraffic.h"

#include <algorithm>
#include <limits>
#include <queue>

#include "analysis/LoadPorts.h"

namespace wave::analysis {

namespace {

/// What was used last, as many bytes as it holds.
class Cache {
public:
  Cache(size_t lines, int64_t capacity) : lines(lines + 1), end(lines), capacity(capacity) {
    this->lines[end] = {.before = end, .behind = end};
  }

  /// Whether the line was there; it is now.
  bool use(size_t line, int64_t bytes) {
    if (lines[line].bytes != 0) {
      unlink(line);
      link(line);
      return true;
    }
    lines[line].bytes = bytes;
    used += bytes;
    link(line);
    while (used > capacity) {
      const size_t oldest = lines[end].before;
      used -= std::exchange(lines[oldest].bytes, 0);
      unlink(oldest);
    }
    return false;
  }

private:
  struct Line {
    size_t before = 0, behind = 0; ///< in the order of use
    int64_t bytes = 0;             ///< 0: not in the cache
  };
  std::vector<Line> lines; ///< the last one is the end of the list
  size_t end;
  int64_t capacity, used = 0;

  void unlink(size_t line) {
    lines[lines[line].before].behind = lines[line].behind;
    lines[lines[line].behind].before = lines[line].before;
  }
  void link(size_t line) { // as the newest
    lines[line].before = end;
    lines[line].behind = lines[end].behind;
    lines[lines[end].behind].before = line;
    lines[end].behind = line;
  }
};

/// A cache of which some parts keep more than others: lines are spread over its sets unevenly, and
/// some are in it twice.  A part is used as a cache of its own that all lines go through, so that
/// what just fits, or just does not, is there in some parts alone.
class UnevenCache {
public:
  /// Parts keep `capacity` on average, and up to that share of it more or less.
  UnevenCache(size_t lines, int64_t capacity, double spread) {
    const int count = spread == 0 ? 1 : 6;
    for (int part = 0; part < count; ++part) {
      const double share = count == 1 ? 1 : 1 + spread * (2.0 * part / (count - 1) - 1);
      parts.emplace_back(lines, static_cast<int64_t>(static_cast<double>(capacity) * share));
    }
  }

  /// Bytes of the line that were not there; all are now.
  int64_t use(size_t line, int64_t bytes) {
    int64_t missing = 0;
    for (Cache &part : parts)
      missing += part.use(line, bytes) ? 0 : bytes;
    return missing / static_cast<int64_t>(parts.size());
  }

private:
  std::vector<Cache> parts;
};

/// A number in [-1, 1) that differs from cluster to cluster, and is the same each time.
double unevenness(size_t cluster) {
  uint64_t bits = (cluster + 1) * 0x9e3779b97f4a7c15; // splitmix64
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  bits ^= bits >> 31;
  return static_cast<double>(bits >> 11) * 0x1p-52 - 1;
}

class Simulation {
public:
  Simulation(const std::vector<BlockOrder> &orders, const LaunchOrder &launch, const TileTime &time,
             const machine::Chip &chip)
      : orders(orders), time(time), places(tripsOfPlaces(orders, launch)),
        memoryBytesPerCycle(chip.memoryBytesPerCycle > 0
                                ? chip.memoryBytesPerCycle
                                : std::numeric_limits<double>::infinity()) {
    traffic.isPredicted = chip.l2ReuseBytes > 0 && chip.memoryBytesPerCycle > 0;
    chooseSlices();
    size_t lines = 0;
    for (const BlockOrder &order : orders) {
      firstLine.push_back(lines);
      lines += order.bytes.size() * static_cast<size_t>(slices);
    }
    firstLine.push_back(lines); // of the outputs
    lines += static_cast<size_t>(tiles);
    caches.assign(static_cast<size_t>(launch.dies),
                  UnevenCache(lines, chip.l2ReuseBytes, chip.l2ReuseSpread));
    if (chip.lastCacheBytes != 0)
      lastCache.emplace(lines, chip.lastCacheBytes);
    arrival.assign(lines, 0);
    ports.emplace(chip, places.size(), lines);
    for (const uint32_t cluster : clustersOf(chip, places.size()))
      slowness.push_back(1 + chip.drift * unevenness(cluster));
  }

  MemoryTraffic run();

private:
  const std::vector<BlockOrder> &orders;
  const TileTime &time;
  const std::vector<std::vector<Trip>> places;
  int64_t steps = 1, slices = 1;   ///< of a tile; a slice is a step, or several
  int64_t tiles = 0;               ///< of all places
  std::vector<size_t> firstLine;   ///< of each input, then of the outputs
  std::vector<UnevenCache> caches; ///< of the dies
  std::optional<Cache> lastCache;
  std::optional<LoadPorts> ports;
  std::vector<double> slowness; ///< of each place: the share of a step's cycles that it takes
  std::vector<double> arrival;  ///< of each line, when it is in a cache
  double memoryBytesPerCycle;   ///< nobody waits for a memory that is not known
  double memoryIsFree = 0;      ///< cycles
  MemoryTraffic traffic;

  void chooseSlices();
  double load(size_t input, size_t place, const Trip &trip, int64_t slice, double now);
  void store(size_t tile, size_t die);
};

/// Of many tiles a slice is several steps.
void Simulation::chooseSlices() {
  constexpr int64_t mostSlices = 2'000'000;
  for (const BlockOrder &order : orders)
    steps = std::max(steps, order.steps);
  for (const std::vector<Trip> &trips : places)
    tiles += static_cast<int64_t>(trips.size());
  slices = std::clamp<int64_t>(mostSlices / std::max<int64_t>(tiles, 1), 1, steps);
}

/// When the slice of the trip's block has arrived.  A block of fewer steps than others is loaded
/// with the first slices, one for each step of its own.
double Simulation::load(size_t input, size_t place, const Trip &trip, int64_t slice, double now) {
  const BlockOrder &order = orders[input];
  const int64_t parts = std::min(slices, std::max<int64_t>(order.steps, 1));
  const std::optional<uint32_t> block = blockOf(order.ofWorkgroup, trip);
  if (!block || slice >= parts)
    return now;
  const int64_t whole = order.bytes[*block];
  const int64_t bytes = whole * (slice + 1) / parts - whole * slice / parts;
  if (bytes == 0)
    return now;
  MemoryTraffic::Input &sum = traffic.inputs[input];
  sum.requested += bytes;
  const size_t line =
      firstLine[input] + *block * static_cast<size_t>(slices) + static_cast<size_t>(slice);
  const double asked = ports->load(place, line, bytes, order.rowBytes, now);
  int64_t missing = caches[trip.workgroup % caches.size()].use(line, bytes);
  if (missing != 0 && lastCache && lastCache->use(line, bytes))
    missing = 0;
  if (missing == 0)
    return std::max(asked, arrival[line]);
  sum.fromMemory += missing;
  memoryIsFree = std::max(memoryIsFree, now) + static_cast<double>(missing) / memoryBytesPerCycle;
  arrival[line] = memoryIsFree;
  return std::max(asked, memoryIsFree);
}

void Simulation::store(size_t tile, size_t die) {
  if (time.outputBytes == 0)
    return;
  const size_t line = firstLine.back() + tile;
  caches[die].use(line, time.outputBytes);
  if (lastCache)
    lastCache->use(line, time.outputBytes);
  memoryIsFree += static_cast<double>(time.outputBytes) / memoryBytesPerCycle;
}

MemoryTraffic Simulation::run() {
  traffic.inputs.resize(orders.size());
  for (auto [input, order] : llvm::zip_equal(traffic.inputs, orders))
    for (const int64_t bytes : order.bytes)
      input.least += bytes;
  struct Place {
    size_t trip = 0;
    int64_t slice = 0, loaded = 0;
    double end = 0;           ///< of the last slice
    std::vector<double> ends; ///< of as many slices as are in flight
  };
  const auto ahead = static_cast<size_t>(std::max<int64_t>(time.ahead * slices / steps, 1) +
                                         1); // with the one that is multiplied
  const double cycles = time.stepCycles * static_cast<double>(steps) / static_cast<double>(slices);
  std::vector<Place> states(places.size());
  using Event = std::pair<double, size_t>; // when a place loads its next slice
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events;
  for (size_t place = 0; place < places.size(); ++place) {
    states[place].ends.assign(ahead, 0);
    if (!places[place].empty())
      events.emplace(0, place);
  }
  size_t tile = 0;
  while (!events.empty()) {
    const auto [now, place] = events.top();
    events.pop();
    Place &state = states[place];
    const Trip &trip = places[place][state.trip];
    double loaded = now;
    for (size_t input = 0; input < orders.size(); ++input)
      loaded = std::max(loaded, load(input, place, trip, state.slice, now));
    state.end = std::max(state.end, loaded) + cycles * slowness[place];
    double &slot = state.ends[static_cast<size_t>(state.loaded++) % ahead];
    slot = state.end;
    if (++state.slice == slices) {
      store(tile++, trip.workgroup % caches.size());
      state.slice = 0;
      if (++state.trip == places[place].size())
        continue;
    }
    events.emplace(std::max(now, state.ends[static_cast<size_t>(state.loaded) % ahead]), place);
  }
  return std::move(traffic);
}

} // namespace

MemoryTraffic memoryTrafficOf(const std::vector<BlockOrder> &orders, const LaunchOrder &launch,
                              const TileTime &time, const machine::Chip &chip) {
  return Simulation(orders, launch, time, chip).run();
}

} // namespace wave::analysis
