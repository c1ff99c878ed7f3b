//===- simulation.h - What a simulated launch has seen --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch on a target `sim:CHIP` executes the code that the chip would run, lane by
// lane, and watches it (docs/adr/0013-executor.md).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "wave/diagnostic.h"

#pragma GCC visibility push(default)
namespace wave {

struct SimulationReport {
  /// What is wrong with the code: races, deadlocks, accesses outside of a memory or before
  /// it was written, elements written never or twice; each once, with how often.
  std::vector<Diagnostic> findings;
  /// By name: "mfma", "instructions", "global_sectors", "bank_conflicts", ...
  std::map<std::string, uint64_t> counters;
  /// Where it was asked for: what each wave of the first workgroup executed, in the JSON of
  /// chrome://tracing and ui.perfetto.dev.
  std::string trace;
};

/// How a simulated launch goes on.
struct SimulationOptions {
  /// Which wave runs next where several can, and when copies arrive that nobody waits for:
  /// 0, the first wave and as late as possible; 1, the last wave and as late; else at random,
  /// with this seed.
  uint64_t order = 0;
  bool trace = false; ///< ask for SimulationReport::trace
};

using SimulationHandler = std::function<void(const SimulationReport &)>;

} // namespace wave
#pragma GCC visibility pop
