//===- Counters.h - What a launch has executed ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions are those of the target form, one for a whole wave; machine code has others.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "executor/Program.h"

namespace wave::executor {

struct Counters {
  uint64_t instructions = 0;
  uint64_t vector = 0; ///< arithmetic, moves and exchanges of lanes
  uint64_t branches = 0, barriers = 0, fences = 0, waits = 0, hints = 0;
  uint64_t sharedReads = 0, sharedWrites = 0, globalLoads = 0, globalStores = 0, copies = 0,
           atomics = 0;
  std::map<std::string, uint64_t> matrix; ///< by the name of the instruction
  uint64_t activeLanes = 0;               ///< summed over instructions

  // With Options::counters.
  uint64_t sectors = 0;        ///< of global memory, each once an access
  uint64_t sectorsNeeded = 0;  ///< as few as could hold as many bytes
  uint64_t globalBytes = 0;    ///< that accesses and TMA move to or from global memory
  uint64_t sharedCycles = 0;   ///< of accesses to shared memory, of TMA and of MMAs too
  uint64_t conflictCycles = 0; ///< of these, because a bank was asked for several words

  uint64_t matrixInstructions() const;
  /// How often each instruction ran, and with how many lanes, as the counters' sums.
  void addExecuted(const Program &program, const std::vector<uint64_t> &executed);
  void add(const Counters &other);
};

/// Sectors that the accesses of a wave touch.
uint64_t sectorsOf(LaneMask lanes, const uint64_t *addresses, uint32_t bytes, unsigned sectorBytes);

struct SharedCost {
  uint64_t cycles = 0, conflicts = 0;
};

SharedCost sharedCostOf(const machine::SharedAccess &access, LaneMask lanes,
                        const uint32_t *addresses, uint32_t bytes);

} // namespace wave::executor
