//===- IssueTime.h - When a workgroup's instructions issue ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the waves of one workgroup have executed, put on a clock: for the account of how busy a
// steady loop keeps the matrix units, and for the trace (Trace.h).  The workgroup is alone on its
// unit, so that its waves hide each other's waiting and nobody else's.  The model of AMD's compute
// units (docs/adr/0043-staggered-waves.md says where the numbers come from):
//
//   - Wave w runs on SIMD w % 4 and issues its instructions in order.  A SIMD has an issue slot
//     every 4 cycles; in each it takes at most one instruction of a wave, and at most one of each
//     kind: vector and matrix, scalar, shared memory, global memory, and all others.  Of several
//     waves that could issue, the one with the higher priority does, then the one with the lower
//     number.
//   - A matrix instruction keeps the matrix unit of its SIMD for its cycles (mma_cycles.def), and
//     the vector ALUs for one slot; a vector instruction keeps these for a slot, or several.
//   - Accesses to shared memory pass through the one memory of the unit, one after the other, in as
//     many cycles as their banks take; those to global memory at the rate at which L2 feeds a unit.
//     What they load is there a latency later.
//   - An instruction waits for what it reads, a barrier for the same barrier of all waves, counted
//     by arrival, a release fence for the wave's own accesses to the memory that it is of; LLVM
//     makes each fence of shared memory whose scope is the workgroup wait for all copies to it.
//     Accesses to global memory end in order, and s_waitcnt waits until only so many have not.
//
// Instructions are those of the target form, each on the unit that it has in machine code
// (IssueUnits.h), and one instruction there but for divisions.  Moves, what only renames registers,
// offsets that accesses to shared memory add themselves, orders for the code generator, and
// arithmetic of the steady loop on values that the loop does not change, which LLVM takes out of
// it, take no time.  Machine code has fewer instructions for addresses, which it steps from trip to
// trip, and more for sums of 64 bits, two on the scalar unit.  Waits for the counter of shared
// memory that the schedule has inserted, limits of queues, and instruction fetch are not modelled.
//
// The steady loop is the one that runs most matrix instructions in one run of it, of at least 4
// trips.  Its time on a SIMD is counted in whole trips of the wave that is last to begin the second
// one: from there until that wave begins its last trip, or the last one that it begins before
// another wave leaves the loop.  So neither the first trip nor the stagger at its ends is part of
// it.
//
// The trace of a workgroup on an SM is of the same model, with what is different there; no account
// is made of it, since nothing of it was measured:
//
//   - A sub-partition takes one instruction a cycle, of whatever kind.
//   - What is asynchronous (TMA, cp.async, wgmma, tcgen05) keeps its unit, one after the other, and
//     its warp goes on.  Waits for groups wait for their ends; waits for mbarriers, and barriers,
//     for what arrived there in the execution: instructions of this workgroup, each when it has
//     ended.  Of other workgroups of a cluster nothing is known, and nothing is waited for.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "executor/Program.h"

namespace wave::executor {

/// Cycles of a steady loop, summed over the SIMDs of the unit.
struct IssueTime {
  uint64_t cycles = 0;
  uint64_t matrixCycles = 0; ///< of these, in which the matrix unit is busy
  uint64_t trips = 0;        ///< of the loop, in its one run
  /// Of a trip on a SIMD, on average, and of these those of the matrix unit.
  uint64_t tripCycles = 0, tripMatrixCycles = 0;
};

/// What of a unit a wave uses: a track of a trace.
enum class IssueUnit : uint8_t {
  Vector,
  Scalar,
  Matrix,
  Shared,
  Global,
  Tma,
  TensorMemory,
  Control
};
inline constexpr size_t issueUnitCount = 8;

/// An instruction of a wave on one of these, in cycles; the end of a wait is that of the waiting.
struct IssueSpan {
  unsigned wave = 0;
  IssueUnit unit = IssueUnit::Vector;
  uint32_t instruction = 0;
  uint64_t begin = 0, end = 0;
};

class Replay;

class IssueTrace {
public:
  /// Whether the account of a steady loop is made for the chip.
  static bool isModelled(const machine::Chip &chip);

  explicit IssueTrace(const Program &program) : program(program), waves(program.waves()) {}

  /// An instruction of a wave, in whose accesses the banks of shared memory were busy so long.
  void add(unsigned wave, uint32_t instruction, uint64_t sharedCycles);
  /// What the instruction that is to be added next asks of its unit: bytes of a TMA box, or
  /// multiply-adds of an MMA.
  void addWork(uint64_t work) { pendingWork += work; }

  // Of barriers, each known by its address: who arrives, and who waits for those that have.
  struct Place {
    unsigned wave = 0;
    size_t event = 0;

    auto operator<=>(const Place &) const = default;
  };
  /// Of the instruction that the wave is in, or the one behind its last one.
  Place next(unsigned wave) const { return {wave, waves[wave].size()}; }
  void arrive(const void *barrier, Place place) { arriving[barrier].push_back(place); }
  /// All that are expected have arrived.
  void complete(const void *barrier) { arrived[barrier] = std::exchange(arriving[barrier], {}); }
  void wait(const void *barrier, Place place);
  /// The same of those that have arrived to wait.
  void meet(const void *barrier, const std::vector<unsigned> &waiting);

  /// Nothing where there is no steady loop, or more was executed than is kept.
  std::optional<IssueTime> issueTime() const;
  /// In the order in which they begin; what takes no time has none.
  std::vector<IssueSpan> spans() const;

private:
  static constexpr size_t mostEvents = size_t{1} << 21; ///< of all waves

  struct Event {
    uint32_t instruction = 0;
    uint32_t sharedCycles = 0;
    uint64_t work = 0;
  };
  /// Events of one run of a loop: where its trips begin, and the run ends.
  using Marks = std::vector<size_t>;

  Marks steadyLoop(const std::vector<Event> &events) const;
  std::vector<Marks> steadyLoops() const;
  /// By instruction: arithmetic in the loop of that test on what the loop does not change.
  std::vector<bool> invariantsOf(uint32_t test) const;
  static bool isFree(const Instruction &at);
  uint64_t matrixCyclesOf(const Instruction &at, uint64_t work) const;

  friend class Replay;
  const Program &program;
  std::vector<std::vector<Event>> waves;
  std::map<const void *, std::vector<Place>> arriving, arrived; ///< by barrier
  std::map<Place, std::vector<Place>> awaited;                  ///< by the wait
  uint64_t pendingWork = 0;
  size_t count = 0;
};

} // namespace wave::executor
