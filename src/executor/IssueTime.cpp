//===- IssueTime.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "executor/IssueTime.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "machine/MmaTable.h"

namespace wave::executor {

namespace {

// Not in any document: of the order that microbenchmarks measure.
constexpr uint64_t sharedLatency = 64, globalLatency = 800, tensorMemoryLatency = 32;
constexpr uint64_t sharedBytesPerCycle = 128; ///< that copies write to shared memory
constexpr size_t fewestTrips = 4;
constexpr size_t mostCounted = 63; ///< memory instructions: vmcnt has 6 bits, and 63 waits for none

/// What issues in one slot side by side.
enum class Port : uint8_t { Vector, Scalar, Shared, Global, Other };
constexpr size_t portCount = 5;

Port portOf(const Instruction &at) {
  switch (at.kind) {
  case Kind::Lanes:
    return at.issue.unit == Unit::Scalar ? Port::Scalar : Port::Vector;
  case Kind::Matrix:
  case Kind::WarpMatrix:
  case Kind::NumberInCluster:
  case Kind::MapToRank:
    return Port::Vector;
  case Kind::LoadShared:
  case Kind::StoreShared:
  case Kind::AtomicShared:
  case Kind::LoadMatrix:
  case Kind::StoreMatrix:
  case Kind::LoadCluster:
  case Kind::StoreCluster:
    return Port::Shared;
  case Kind::LoadGlobal:
  case Kind::StoreGlobal:
  case Kind::LoadBuffer:
  case Kind::StoreBuffer:
  case Kind::CopyToShared:
  case Kind::CopyLanes:
  case Kind::AtomicGlobal:
    return Port::Global;
  default:
    return Port::Other;
  }
}

bool isMatrixOf(const machine::Mma &row, const Mfma &mfma, std::string_view processor) {
  return row.runsOn(processor) && row.m == mfma.m && row.n == mfma.n && row.k == mfma.k &&
         size_in_bytes(row.types.lhs) == static_cast<int64_t>(bytesOf(mfma.a));
}

/// Whether it has the rate of the row, for MMAs of warps.
bool isAsFastAs(const machine::Mma &row, const Program &program, const Instruction &at) {
  switch (at.kind) {
  case Kind::Wgmma:
    return row.layout == machine::MmaLayout::WGMMA && row.k == program.wgmmas[at.target].k;
  case Kind::TensorMultiply:
    return row.layout == machine::MmaLayout::TCGEN05 &&
           (machine::elementRow(row.lhs).kind == machine::MmaKind::TF32) ==
               ((at.auxiliary & ofTf32) != 0);
  default: {
    const WarpMma &mma = *program.warpMatrices[at.target];
    return row.threadsPerWave == 32 && row.m == mma.m && row.n == mma.n && row.k == mma.k;
  }
  }
}

/// Multiply-adds of an MMA, as far as the instruction itself tells.
uint64_t workOf(const Program &program, const Instruction &at) {
  if (at.kind == Kind::WarpMatrix) {
    const WarpMma &mma = *program.warpMatrices[at.target];
    return static_cast<uint64_t>(mma.m) * static_cast<uint64_t>(mma.n) *
           static_cast<uint64_t>(mma.k);
  }
  const Wgmma &wgmma = program.wgmmas[at.target];
  return 64 * static_cast<uint64_t>(wgmma.n) * static_cast<uint64_t>(wgmma.k);
}

/// What goes on by itself after it has issued, in groups that are waited for by their number.
struct Groups {
  uint64_t open = 0; ///< end of those that are in no group yet
  std::vector<uint64_t> ends;

  void add(uint64_t end) { open = std::max(open, end); }
  void commit() { ends.push_back(ends.empty() ? open : std::max(open, ends.back())); }
  /// Of all groups but the last `remaining` ones.
  uint64_t endOf(int64_t remaining) const {
    const auto left = static_cast<size_t>(std::max<int64_t>(remaining, 0));
    return ends.size() <= left ? 0 : ends[ends.size() - 1 - left];
  }
};

} // namespace

// Those whose SIMDs choose among waves by their priorities.
bool IssueTrace::isModelled(const machine::Chip &chip) {
  return (chip.hints & machine::PriorityHint) != 0;
}

void IssueTrace::add(unsigned wave, uint32_t instruction, uint64_t sharedCycles) {
  const uint64_t work = std::exchange(pendingWork, 0);
  if (++count <= mostEvents)
    waves[wave].push_back({instruction, static_cast<uint32_t>(sharedCycles), work});
}

void IssueTrace::wait(const void *barrier, Place place) {
  const std::vector<Place> &those = arrived[barrier];
  std::vector<Place> &all = awaited[place];
  all.insert(all.end(), those.begin(), those.end());
}

void IssueTrace::meet(const void *barrier, const std::vector<unsigned> &waiting) {
  complete(barrier);
  for (const Place &place : arrived[barrier])
    if (std::ranges::count(waiting, place.wave) != 0)
      awaited[place] = arrived[barrier];
}

/// Moves of values that loops hand on: register allocation makes them one register.  An acquire of
/// shared memory is an order for the code generator alone (AMDGPUUsage, "Memory Model gfx942").
bool IssueTrace::isFree(const Instruction &at) {
  if (at.kind == Kind::Fence)
    return !at.fence.release && !at.fence.global;
  return at.isMove || at.issue.unit == Unit::None || at.kind == Kind::LoopBegin ||
         at.kind == Kind::EndIf;
}

/// Of the matrix unit of a SIMD; of a product of all four, of each.
uint64_t IssueTrace::matrixCyclesOf(const Instruction &at, uint64_t work) const {
  const std::string_view processor = program.chip->processor;
  for (const machine::Mma &row : machine::mmaTable())
    if (at.kind == Kind::Matrix) {
      if (isMatrixOf(row, *program.matrices[at.target], processor))
        return static_cast<uint64_t>(row.m * row.n * row.k /
                                     machine::productsPerCycle(row, processor));
    } else if (row.runsOn(processor) && isAsFastAs(row, program, at)) {
      return (work != 0 ? work : workOf(program, at)) /
             static_cast<uint64_t>(machine::productsPerCycle(row, processor));
    }
  return 0;
}

/// Of all runs of all loops the one with the most matrix instructions.
IssueTrace::Marks IssueTrace::steadyLoop(const std::vector<Event> &events) const {
  struct Run {
    Marks marks;
    uint64_t matrices = 0, since = 0;
  };
  std::map<uint32_t, Run> open; // by the test of the loop
  Run best;
  uint64_t matrices = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    const Instruction &at = program.code[events[i].instruction];
    matrices += at.kind == Kind::Matrix;
    if (at.kind != Kind::LoopTest)
      continue;
    Run &run = open[events[i].instruction];
    if (run.marks.empty())
      run.since = matrices;
    run.marks.push_back(i);
    const bool goesOn =
        i + 1 < events.size() && events[i + 1].instruction == events[i].instruction + 1;
    if (goesOn)
      continue;
    run.matrices = matrices - run.since;
    if (run.marks.size() > fewestTrips && run.matrices > best.matrices)
      best = run;
    run = {};
  }
  return best.marks;
}

std::vector<bool> IssueTrace::invariantsOf(uint32_t test) const {
  std::vector<bool> areInvariant(program.code.size());
  // From the test of a loop to the jump back to its begin, before which its test is computed.
  const uint32_t end = program.code[test].target;
  std::set<Slot> written;
  for (uint32_t i = test; i < end; ++i)
    written.insert(program.code[i].destination);
  std::map<Slot, bool> isInvariant; ///< of what was written last
  const auto changes = [&](Slot slot) {
    if (slot == noSlot || (slot & constantSlot) != 0)
      return false;
    const auto known = isInvariant.find(slot);
    return known == isInvariant.end() ? written.contains(slot) : !known->second;
  };
  // In branches and inner loops nothing is known of what was written last.
  unsigned depth = 0;
  uint32_t behindLoop = 0;
  for (uint32_t i = test + 1; i < end; ++i) {
    const Instruction &at = program.code[i];
    depth += at.kind == Kind::If || at.kind == Kind::LoopBegin;
    depth -= at.kind == Kind::EndIf || at.kind == Kind::LoopTest;
    if (at.kind == Kind::LoopTest)
      behindLoop = std::max(behindLoop, at.target);
    const bool isFixed = at.kind == Kind::Lanes && depth == 0 && i >= behindLoop &&
                         std::ranges::none_of(at.sources, changes);
    areInvariant[i] = isFixed;
    if (at.destination != noSlot)
      isInvariant[at.destination] = isFixed;
  }
  return areInvariant;
}

/// The waves of the trace on the clock.
class Replay {
public:
  /// `marks` are those of the steady loop; of none where there is none.
  Replay(const IssueTrace &trace, std::vector<IssueTrace::Marks> marks,
         std::vector<IssueSpan> *spans = nullptr)
      : trace(trace), program(trace.program), chip(*program.chip),
        slotCycles(static_cast<uint64_t>(chip.vectorCycles)),
        issuesKinds(IssueTrace::isModelled(chip)), marks(std::move(marks)), spans(spans),
        simds(static_cast<size_t>(chip.simds)), waves(trace.waves.size()) {
    if (this->marks.empty())
      areInvariant.resize(program.code.size());
    else
      areInvariant = trace.invariantsOf(trace.waves[0][this->marks[0][0]].instruction);
    this->marks.resize(waves.size());
    for (size_t i = 0; i < waves.size(); ++i) {
      waves[i].simd = i % simds.size();
      waves[i].ends.assign(trace.waves[i].size(), never);
    }
    globalBytesPerCycle = static_cast<double>(chip.l2BytesPerCycle * chip.dies) / chip.units;
  }

  void run() {
    size_t running = waves.size();
    for (now = 0; running > 0;) {
      hasIssued = false;
      for (size_t simd = 0; simd < simds.size(); ++simd)
        running -= fillSlot(simd);
      const uint64_t then = hasIssued ? now + slotCycles : nextTime();
      if (then == never) // what they wait for is not in the trace
        return;
      now = (then + slotCycles - 1) / slotCycles * slotCycles;
    }
  }

  IssueTime steadyTime() const {
    IssueTime time;
    time.trips = waves[0].markTimes.size() - 1;
    uint64_t trips = 0;
    for (size_t number = 0; number < simds.size(); ++number) {
      const auto [begin, end, counted] = windowOf(number);
      trips += counted;
      time.cycles += end - begin;
      for (const auto &[from, to] : simds[number].busy)
        if (std::min(to, end) > std::max(from, begin))
          time.matrixCycles += std::min(to, end) - std::max(from, begin);
    }
    if (trips != 0) {
      time.tripCycles = (time.cycles + trips / 2) / trips;
      time.tripMatrixCycles = (time.matrixCycles + trips / 2) / trips;
    }
    return time;
  }

private:
  static constexpr uint64_t never = ~uint64_t{0};
  static constexpr size_t none = ~size_t{0};

  struct Wave {
    size_t simd = 0, next = 0, mark = 0;
    uint64_t mayIssue = 0;                                ///< its next instruction
    uint64_t operandsReady = 0;                           ///< of that, where `isSettled`
    uint64_t sharedEnd = 0, globalEnd = 0, copiesEnd = 0; ///< of its accesses
    std::deque<uint64_t> globalEnds; ///< of those to global memory, as far as a wait can count
    uint64_t barriers = 0;           ///< that it has come to
    int64_t priority = 0;
    bool isSettled = false; ///< at an instruction that takes time
    bool isAtBarrier = false, hasEnded = false;
    std::map<Slot, uint64_t> readyAt; ///< by where a value, or a part of one, begins
    std::vector<uint64_t> markTimes;
    // Of what is asynchronous.
    Groups copies, stores, products;
    uint64_t tensorEnd = 0;                                  ///< of accesses to tensor memory
    std::vector<uint64_t> ends;                              ///< of its events
    const std::vector<IssueTrace::Place> *awaited = nullptr; ///< of the wait that it is in
    size_t waitSpan = none;                                  ///< of that
    std::array<uint64_t, issueUnitCount> busyUntil{};
  };
  struct Simd {
    uint64_t matrixFree = 0, vectorFree = 0, tensorFree = 0;
    std::vector<std::pair<uint64_t, uint64_t>> busy; ///< begin and end, of the matrix unit
  };

  const Instruction &nextOf(const Wave &wave, size_t number) const {
    return program.code[trace.waves[number][wave.next].instruction];
  }

  /// Passes what takes no time; whether the wave has just ended.
  bool settle(Wave &wave, size_t number) {
    if (wave.isSettled || !hasResumed(wave))
      return false;
    const auto &events = trace.waves[number];
    while (wave.next < events.size()) {
      while (wave.mark < marks[number].size() && marks[number][wave.mark] < wave.next)
        ++wave.mark;
      const Instruction &at = nextOf(wave, number);
      const uint64_t operandsReady = readyFor(wave, at);
      if (!IssueTrace::isFree(at) && !areInvariant[trace.waves[number][wave.next].instruction]) {
        wave.operandsReady = operandsReady;
        wave.isSettled = true;
        return false;
      }
      setReady(wave, at, operandsReady);
      wave.ends[wave.next++] = std::max(now, operandsReady);
    }
    const bool isNew = !wave.hasEnded;
    wave.hasEnded = true;
    return isNew;
  }

  static bool isRegister(Slot slot) { return (slot & constantSlot) == 0; }

  /// Of what lies at a slot: it may be a part of a value that begins before.
  static uint64_t readyAt(const Wave &wave, Slot slot) {
    const auto behind = wave.readyAt.upper_bound(slot);
    return behind == wave.readyAt.begin() ? 0 : std::prev(behind)->second;
  }

  uint64_t readyFor(const Wave &wave, const Instruction &at) const {
    uint64_t time = 0;
    for (size_t i = 0; i < at.sources.size(); ++i) {
      const Slot source = at.sources[i];
      if (!isRegister(source))
        continue;
      time = std::max(time, readyAt(wave, source));
      if (at.kind != Kind::Matrix)
        continue;
      const Mfma &mfma = *program.matrices[at.target]; // whose operands may be made of parts
      const Slot end = source + lanesPerWave * (i < 2 ? bytesOf(mfma.a) * mfma.operandElements()
                                                      : bytesOf(mfma.c) * mfma.resultElements());
      for (auto part = wave.readyAt.upper_bound(source);
           part != wave.readyAt.end() && part->first < end; ++part)
        time = std::max(time, part->second);
    }
    return time;
  }

  /// Parts of what lay there before are gone.
  static void setReady(Wave &wave, const Instruction &at, uint64_t time) {
    if (at.destination == noSlot)
      return;
    const Slot bytes = std::max({at.access.bytes * lanesPerWave, at.count, 1u});
    wave.readyAt.erase(wave.readyAt.upper_bound(at.destination),
                       wave.readyAt.lower_bound(at.destination + bytes));
    wave.readyAt[at.destination] = time;
  }

  /// Whether what the wave waits for has ended.
  bool hasResumed(Wave &wave) {
    if (!wave.awaited)
      return true;
    for (const IssueTrace::Place &place : *wave.awaited)
      if (const std::vector<uint64_t> &ends = waves[place.wave].ends;
          place.event < ends.size() && ends[place.event] > now)
        return false;
    wave.awaited = nullptr;
    endWait(wave, now);
    return true;
  }

  /// When something that a wave may wait for ends, where no wave issues now.
  uint64_t nextTime() const {
    uint64_t next = never;
    const auto consider = [&](uint64_t time) {
      if (time > now)
        next = std::min(next, time);
    };
    for (const Wave &wave : waves) {
      for (const uint64_t time :
           {wave.mayIssue, wave.operandsReady, wave.sharedEnd, wave.globalEnd, wave.copiesEnd})
        consider(time);
      for (const uint64_t time : wave.globalEnds)
        consider(time);
      if (wave.awaited)
        for (const IssueTrace::Place &place : *wave.awaited)
          if (const std::vector<uint64_t> &ends = waves[place.wave].ends; place.event < ends.size())
            consider(ends[place.event]);
    }
    for (const Simd &simd : simds) {
      consider(simd.matrixFree);
      consider(simd.vectorFree);
    }
    return next;
  }

  bool mayIssue(Wave &wave, size_t number) {
    if (wave.hasEnded || wave.awaited || wave.mayIssue > now || wave.operandsReady > now)
      return false;
    const Instruction &at = nextOf(wave, number);
    if (wave.isAtBarrier) {
      for (const Wave &other : waves)
        if (!other.hasEnded && other.barriers < wave.barriers)
          return false;
      wave.isAtBarrier = false;
      endWait(wave, now);
    }
    const Simd &simd = simds[wave.simd];
    switch (at.kind) {
    case Kind::Matrix:
    case Kind::WarpMatrix:
      return simd.matrixFree <= now && simd.vectorFree <= now;
    case Kind::Lanes:
      return at.issue.unit == Unit::Scalar || simd.vectorFree <= now;
    case Kind::Fence:
      return !at.fence.release || ((!at.fence.shared || wave.sharedEnd <= now) &&
                                   (!at.fence.stallsForCopies || wave.copiesEnd <= now) &&
                                   (!at.fence.global || wave.globalEnd <= now));
    case Kind::Wait: {
      const auto underWay = static_cast<size_t>(at.immediate);
      return wave.globalEnds.size() <= underWay ||
             wave.globalEnds[wave.globalEnds.size() - 1 - underWay] <= now;
    }
    default:
      return true;
    }
  }

  /// How many waves have ended.
  size_t fillSlot(size_t simd) {
    size_t ended = 0;
    std::vector<size_t> candidates;
    for (size_t i = 0; i < waves.size(); ++i)
      if (waves[i].simd == simd && !waves[i].hasEnded) {
        ended += settle(waves[i], i);
        if (mayIssue(waves[i], i))
          candidates.push_back(i);
      }
    std::ranges::sort(candidates, [&](size_t a, size_t b) {
      return std::pair(-waves[a].priority, a) < std::pair(-waves[b].priority, b);
    });
    std::array<bool, portCount> taken{};
    for (const size_t i : candidates) {
      bool &port = taken[issuesKinds ? static_cast<size_t>(portOf(nextOf(waves[i], i))) : 0];
      if (!std::exchange(port, true))
        issue(waves[i], i);
    }
    return ended;
  }

  /// A unit is busy with one after the other of a wave's instructions.
  void show(Wave &wave, size_t number, IssueUnit unit, uint64_t begin, uint64_t end) {
    if (!spans)
      return;
    uint64_t &busy = wave.busyUntil[static_cast<size_t>(unit)];
    begin = std::max(begin, busy);
    busy = end = std::max(end, begin + 1);
    if (unit == IssueUnit::Control)
      wave.waitSpan = spans->size();
    spans->push_back({.wave = static_cast<unsigned>(number),
                      .unit = unit,
                      .instruction = trace.waves[number][wave.next].instruction,
                      .begin = begin,
                      .end = end});
  }
  void endWait(Wave &wave, uint64_t time) {
    if (wave.waitSpan == none)
      return;
    IssueSpan &span = (*spans)[std::exchange(wave.waitSpan, none)];
    span.end = std::max(span.end, time);
    wave.busyUntil[static_cast<size_t>(IssueUnit::Control)] = span.end;
  }

  /// Begins when what it shares with all waves is free, and keeps it so long.
  uint64_t take(uint64_t &free, uint64_t cycles) {
    const uint64_t begin = std::max(free, now);
    free = begin + cycles;
    return begin;
  }
  uint64_t cyclesOfBytes(uint64_t bytes) const {
    return static_cast<uint64_t>(static_cast<double>(bytes) / globalBytesPerCycle);
  }

  void issue(Wave &wave, size_t number) {
    const IssueTrace::Event &event = trace.waves[number][wave.next];
    const Instruction &at = program.code[event.instruction];
    Simd &simd = simds[wave.simd];
    hasIssued = true;
    const uint64_t cameAt = std::max(wave.mayIssue, wave.operandsReady);
    uint64_t ready = now + slotCycles;
    wave.mayIssue = ready;
    switch (portOf(at)) {
    case Port::Vector:
      if (at.kind == Kind::Matrix || at.kind == Kind::WarpMatrix) {
        const uint64_t cycles = matrixCycles(at, event);
        ready = simd.matrixFree = now + cycles;
        simd.vectorFree = now + slotCycles;
        simd.busy.emplace_back(now, ready);
        show(wave, number, IssueUnit::Matrix, now, ready);
      } else {
        const uint64_t elements = std::max<uint64_t>(1, at.count / lanesPerWave);
        ready = simd.vectorFree =
            now + elements * at.issue.instructions * static_cast<uint64_t>(chip.vectorCycles);
        show(wave, number, IssueUnit::Vector, now, ready);
      }
      break;
    case Port::Scalar:
      ready = wave.mayIssue = now + at.issue.instructions * slotCycles;
      show(wave, number, IssueUnit::Scalar, now, ready);
      break;
    case Port::Shared: {
      const uint64_t begin = take(sharedFree, event.sharedCycles);
      show(wave, number, IssueUnit::Shared, begin, sharedFree);
      ready = wave.sharedEnd = sharedFree + sharedLatency;
      break;
    }
    case Port::Global: {
      const uint64_t bytes = uint64_t{at.access.bytes} * program.lanes();
      const uint64_t begin = take(globalFree, cyclesOfBytes(bytes));
      show(wave, number, IssueUnit::Global, begin, globalFree);
      ready = wave.globalEnd = globalFree + globalLatency;
      wave.globalEnds.push_back(ready);
      if (wave.globalEnds.size() > mostCounted)
        wave.globalEnds.pop_front();
      if (at.kind == Kind::CopyToShared) {
        wave.copiesEnd = wave.globalEnd;
        sharedFree = std::max(sharedFree, now) + bytes / sharedBytesPerCycle;
      }
      if (at.kind == Kind::CopyLanes)
        wave.copies.add(ready);
      break;
    }
    case Port::Other:
      ready = issueOther(wave, number, at, event, cameAt);
      break;
    }
    // Registers of what is asynchronous are waited for by instructions of their own.
    const bool isAsynchronous = at.kind == Kind::Wgmma || at.kind == Kind::TensorLoad;
    setReady(wave, at, isAsynchronous ? now + slotCycles : ready);
    wave.ends[wave.next] = ready;
    if (wave.mark < marks[number].size() && marks[number][wave.mark] == wave.next)
      wave.markTimes.push_back(now);
    if (const auto found = trace.awaited.find({static_cast<unsigned>(number), wave.next});
        found != trace.awaited.end())
      wave.awaited = &found->second;
    ++wave.next;
    wave.isSettled = false;
  }

  /// When it has ended: what is asynchronous, later than the wave goes on.
  uint64_t issueOther(Wave &wave, size_t number, const Instruction &at,
                      const IssueTrace::Event &event, uint64_t cameAt) {
    Simd &simd = simds[wave.simd];
    uint64_t end = now + slotCycles;
    const auto waitUntil = [&](uint64_t time) { end = wave.mayIssue = std::max(end, time); };
    switch (at.kind) {
    case Kind::Barrier:
      ++wave.barriers;
      wave.isAtBarrier = true;
      break;
    case Kind::Hint:
      if (program.sites[at.site].operation == "rocdl.s.setprio")
        wave.priority = at.immediate;
      break;
    case Kind::BoxLoad:
    case Kind::BoxStore: {
      const uint64_t begin = take(globalFree, cyclesOfBytes(event.work));
      show(wave, number, IssueUnit::Tma, begin, globalFree);
      end = globalFree + globalLatency;
      if (at.kind == Kind::BoxStore)
        wave.stores.add(end);
      return end;
    }
    case Kind::Wgmma: {
      const uint64_t begin = take(simd.matrixFree, matrixCycles(at, event));
      show(wave, number, IssueUnit::Matrix, begin, simd.matrixFree);
      wave.products.add(simd.matrixFree);
      return simd.matrixFree;
    }
    case Kind::TensorMultiply: { // of all sub-partitions together
      uint64_t begin = now;
      for (const Simd &each : simds)
        begin = std::max(begin, each.matrixFree);
      end = begin + matrixCycles(at, event);
      for (Simd &each : simds)
        each.matrixFree = end;
      show(wave, number, IssueUnit::Matrix, begin, end);
      wave.products.add(end);
      return end;
    }
    case Kind::TensorLoad:
    case Kind::TensorStore: {
      const uint64_t begin = take(simd.tensorFree, static_cast<uint64_t>(at.immediate));
      show(wave, number, IssueUnit::TensorMemory, begin, simd.tensorFree);
      return wave.tensorEnd = simd.tensorFree + tensorMemoryLatency;
    }
    case Kind::CommitCopies:
      wave.copies.commit();
      break;
    case Kind::BulkCommit:
      wave.stores.commit();
      break;
    case Kind::WgmmaCommit:
      wave.products.commit();
      break;
    case Kind::TensorCommit: // arrives when all before it have ended
      show(wave, number, IssueUnit::Control, cameAt, end);
      return std::max(end, wave.products.open);
    case Kind::WaitGroups:
      waitUntil(wave.copies.endOf(at.immediate));
      break;
    case Kind::BulkWait:
      waitUntil(wave.stores.endOf(at.immediate));
      break;
    case Kind::WgmmaWait:
      waitUntil(wave.products.endOf(at.immediate));
      break;
    case Kind::TensorWait:
      waitUntil(wave.tensorEnd);
      break;
    default:
      break;
    }
    show(wave, number, IssueUnit::Control, cameAt, end);
    return end;
  }

  uint64_t matrixCycles(const Instruction &at, const IssueTrace::Event &event) {
    auto [known, isNew] = cyclesOf.try_emplace({at.kind, at.target, event.work}, 0);
    if (isNew)
      known->second = trace.matrixCyclesOf(at, event.work);
    return known->second;
  }

  /// What is counted of a SIMD.
  struct Window {
    uint64_t begin = 0, end = 0, trips = 0;
  };

  Window windowOf(size_t simd) const {
    const Wave *last = nullptr;
    uint64_t firstEnd = ~uint64_t{0};
    for (const Wave &wave : waves)
      if (wave.simd == simd) {
        firstEnd = std::min(firstEnd, wave.markTimes.back());
        if (!last || wave.markTimes[1] > last->markTimes[1])
          last = &wave;
      }
    if (!last)
      return {};
    size_t end = last->markTimes.size() - 2;
    while (end > 1 && last->markTimes[end] > firstEnd)
      --end;
    return {last->markTimes[1], last->markTimes[end], end - 1};
  }

  const IssueTrace &trace;
  const Program &program;
  const machine::Chip &chip;
  const uint64_t slotCycles; ///< between two instructions of a SIMD
  const bool issuesKinds;    ///< one of each in a slot
  std::vector<IssueTrace::Marks> marks;
  std::vector<IssueSpan> *spans;  ///< null where nobody asks
  std::vector<bool> areInvariant; ///< by instruction
  std::vector<Simd> simds;
  std::vector<Wave> waves;
  std::map<std::tuple<Kind, uint32_t, uint64_t>, uint64_t> cyclesOf; ///< by MMA
  double globalBytesPerCycle = 1;
  bool hasIssued = false;
  uint64_t now = 0, sharedFree = 0, globalFree = 0;
};

/// Of none where a wave has no steady loop.
std::vector<IssueTrace::Marks> IssueTrace::steadyLoops() const {
  std::vector<Marks> marks;
  for (const std::vector<Event> &events : waves)
    marks.push_back(steadyLoop(events));
  if (std::ranges::any_of(marks, [](const Marks &each) { return each.empty(); }))
    marks.clear();
  return marks;
}

std::optional<IssueTime> IssueTrace::issueTime() const {
  if (count > mostEvents || !isModelled(*program.chip))
    return std::nullopt;
  std::vector<Marks> marks = steadyLoops();
  if (marks.empty())
    return std::nullopt;
  Replay replay(*this, std::move(marks));
  replay.run();
  return replay.steadyTime();
}

std::vector<IssueSpan> IssueTrace::spans() const {
  std::vector<IssueSpan> spans;
  Replay(*this, steadyLoops(), &spans).run();
  std::ranges::sort(spans, {}, [](const IssueSpan &span) {
    return std::tuple(span.begin, span.wave, span.unit);
  });
  return spans;
}

} // namespace wave::executor
