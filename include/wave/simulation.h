//===- simulation.h - Options and reports of simulated launches -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch on a target `sim:CHIP` executes the chip's code lane by lane and checks it
// (docs/adr/0013-executor.md, docs/executor-limits.md).
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
  /// Errors in the code: races, deadlocks, out-of-bounds and uninitialised accesses, elements never
  /// written or written twice.  Each is listed once, with its number of occurrences.
  std::vector<Diagnostic> findings;
  /// Counts by name: "mfma", "instructions", "global_sectors", "bank_conflicts", ...
  std::map<std::string, uint64_t> counters;
  /// If SimulationOptions::trace is set: the instructions of each wave of the first workgroup, as
  /// JSON for chrome://tracing and ui.perfetto.dev.
  std::string trace;
};

struct SimulationOptions {
  /// The order of runnable waves, and the arrival of asynchronous copies.  0: first wave first,
  /// arrival as late as possible; 1: last wave first, arrival as late as possible; otherwise: the
  /// seed of a random choice of both.
  uint64_t order = 0;
  bool trace = false; ///< record SimulationReport::trace
};

using SimulationHandler = std::function<void(const SimulationReport &)>;

} // namespace wave
#pragma GCC visibility pop
