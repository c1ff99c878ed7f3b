//===- PhaseBarrier.h - An mbarrier: eight bytes of shared memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source: PTX ISA 9.0, 9.7.13.15 "mbarrier".  A phase ends when as many have arrived as were
// expected and as many bytes as were announced.  Waiters know a phase by its parity alone.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "executor/Clocks.h"

namespace wave::executor {

class SharedMemory;
class Workgroup;

struct PhaseBarrier {
  /// What arrivals hand to waits.  An arrival of another workgroup, which is of that scope, is seen
  /// by waits of that scope (PTX ISA 9.0, 8.7 "Scope", 8.9.1 "Morally strong operations").
  struct Handed {
    Clock all, ofCluster;
  };
  /// A copy to the shared memory of the barrier's workgroup or, of a pair, of the other one.
  struct Arrived {
    SharedMemory *memory = nullptr;
    uint32_t flight = 0;
  };
  /// A thread's products in tensor memory.
  struct Committed {
    Workgroup *issuer = nullptr;
    uint32_t number = 0;
  };

  static constexpr uint32_t mostArrivals = (1u << 20) - 1;
  static constexpr int64_t mostBytes = (1 << 20) - 1;

  /// An instruction of a wave on it, with the wave's time then; 0: there is none.
  struct Use {
    uint32_t time = 0, site = 0;
  };

  uint32_t site = 0; ///< of its init
  unsigned wave = 0; ///< that has initialised it, and its time then
  uint32_t time = 0;
  Times fences{}; ///< by wave: its time when it made the init visible to others; 0: it has not
  uint32_t expected = 0, pending = 0;
  int64_t bytes = 0;  ///< announced and not come; negative while they are ahead
  uint64_t phase = 0; ///< how many have ended
  Handed arriving, ended;
  std::vector<Arrived> flights; ///< that have come, in order
  size_t endedFlights = 0;      ///< of these in phases that have ended
  std::vector<Committed> commits;
  size_t endedCommits = 0;
  /// By wave: the phases whose end it has waited for, with its time then, the flights, and the
  /// commits.
  struct Observed {
    uint64_t phase = 0;
    uint32_t time = 0;
  };
  std::array<Observed, maxWaves> observed{};
  std::array<size_t, maxWaves> acquired{}, acquiredCommits{};
  std::array<Use, maxWaves> used{}; ///< by wave: the last one

  bool isComplete() const { return pending == 0 && bytes == 0; }
  void beginNextPhase() {
    ++phase;
    pending = expected;
    ended = arriving;
    endedFlights = flights.size();
    endedCommits = commits.size();
  }
  /// Whether the phase that just ended has this parity.
  bool hasEnded(uint32_t parity) const { return (phase & 1) != (parity & 1); }
};

} // namespace wave::executor
