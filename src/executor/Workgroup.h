//===- Workgroup.h - The waves of a workgroup, executed -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One host thread has one of these and executes workgroup after workgroup in it.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "executor/Clocks.h"
#include "executor/Counters.h"
#include "executor/Executor.h"
#include "executor/Findings.h"
#include "executor/GlobalMemory.h"
#include "executor/Program.h"
#include "executor/SharedMemory.h"
#include "executor/Trace.h"

namespace wave::executor {

enum class WaveState : uint8_t { Ready, AtBarrier, AtNamed, Ended };

/// A copy to shared memory that has begun and was not waited for.
struct Copy {
  uint32_t site = 0, bytes = 0;
  LaneMask lanes = 0;
  std::array<uint32_t, lanesPerWave> addresses{};
  std::vector<std::byte> values; ///< `bytes` for each lane
  bool hasLanded = false;

  static constexpr uint32_t inNoGroup = ~0u;
  uint32_t group = inNoGroup; ///< that was committed
};

/// One of NVIDIA's barriers, while waves come to it.
struct NamedBarrier {
  uint32_t threads = 0, arrived = 0;
  uint32_t waiting = 0; ///< waves
  uint32_t site = noSite;
  Clock clock;
};

struct Wave {
  struct Frame {
    LaneMask before; ///< active lanes before the branch or loop
    LaneMask others; ///< of a branch: those for Else
  };
  struct Release {
    void operator()(std::byte *memory) const { std::free(memory); }
  };

  unsigned number = 0;
  WaveState state = WaveState::Ready;
  uint32_t next = 0; ///< instruction
  uint64_t executed = 0;
  LaneContext context;
  std::vector<Frame> frames;
  std::vector<Copy> copies;
  uint32_t groupsOfCopies = 0; ///< that were committed
  std::unique_ptr<std::byte[], Release> memory;
  Registers registers;
};

class Workgroup {
public:
  Workgroup(const Program &program, const Options &options, GlobalMemory &global,
            std::array<uint32_t, 3> grid);
  Workgroup(const Workgroup &) = delete;
  Workgroup &operator=(const Workgroup &) = delete;

  /// Executes the workgroup of that number, counted along x, then y, then z.
  void run(uint64_t number);

  const Findings &findings() const { return found; }
  Counters counters() const;

private:
  // Workgroup.cpp: scheduling and control flow.
  void start(uint64_t number);
  Wave *choose();
  uint64_t slice();
  /// When no wave can go on: whether one can now.
  bool unblock();
  bool passBarrier();
  void reportUnreached();
  void runWave(Wave &wave, uint64_t instructions);
  void step(Wave &wave, const Instruction &at);
  void stepWarp(Wave &wave, const Instruction &at);
  void branch(Wave &wave, const Instruction &at);
  void fence(Wave &wave, const FenceOrder &order);
  void barrier(Wave &wave, const Instruction &at);
  void reportNoProgress();
  void reportFaults(Wave &wave, const Instruction &at);

  // WarpBarriers.cpp
  void namedBarrier(Wave &wave, const Instruction &at);
  void complete(NamedBarrier &barrier);
  bool passUnreached();
  void reportDeadlock();
  std::string awaitedBy(const Wave &wave) const;

  // WarpAccess.cpp
  void requireAllLanes(Wave &wave, const Instruction &at);
  void loadMatrix(Wave &wave, const Instruction &at);
  void storeMatrix(Wave &wave, const Instruction &at);
  void copyLanes(Wave &wave, const Instruction &at);
  void commitCopies(Wave &wave);
  void waitForGroups(Wave &wave, uint32_t remaining);

  // SharedAccess.cpp
  LaneMask checkShared(Wave &wave, const Instruction &at, LaneMask active,
                       const uint32_t *addresses);
  void loadShared(Wave &wave, const Instruction &at);
  void storeShared(Wave &wave, const Instruction &at);
  void atomicShared(Wave &wave, const Instruction &at);
  void beginCopy(Wave &wave, const Instruction &at);
  void start(Wave &wave, Copy copy);
  /// Until at most `remaining` copies are under way.
  void waitForCopies(Wave &wave, size_t remaining);
  void land(Copy &copy);
  void countShared(const Instruction &at, LaneMask lanes, const uint32_t *addresses,
                   machine::SharedDirection direction);

  // GlobalAccess.cpp
  LaneMask checkGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                       std::byte **hosts);
  void loadGlobal(Wave &wave, const Instruction &at);
  void storeGlobal(Wave &wave, const Instruction &at);
  void atomicGlobal(Wave &wave, const Instruction &at);
  void accessBuffer(Wave &wave, const Instruction &at);
  void readGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                  std::byte *values);
  void writeGlobal(Wave &wave, const Instruction &at, LaneMask lanes, const uint64_t *addresses,
                   const std::byte *values, uint32_t bytes);
  void countGlobal(LaneMask lanes, const uint64_t *addresses, uint32_t bytes);

  const Program &program;
  const Options &options;
  GlobalMemory &global;
  const std::array<uint32_t, 3> grid;
  Findings found;
  Clocks clocks;
  SharedMemory shared;
  std::vector<Wave> waves;
  std::array<NamedBarrier, 16> namedBarriers;
  std::vector<uint64_t> executed; ///< by instruction
  Counters counted;
  std::unique_ptr<Trace> trace; ///< while the first workgroup runs
  std::mt19937_64 random;
  uint64_t groupNumber = 0, time = 0;
  bool isStuck = false;
};

} // namespace wave::executor
