//===- RunReport.h - What `wave run` found out ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/main/Check.h"
#include "driver/main/Json.h"
#include "wave/debug_log.h"

namespace wave::commandline {

/// Of the timed runs, in milliseconds.
struct Timing {
  double best, median; ///< on a GPU of the kernel alone, by the GPU's clock
  int runs;
  std::optional<double> copies = {}; ///< between host and GPU, the median; where there are any
};

/// Filled as far as a run gets; what is absent is null in JSON.
struct RunReport {
  std::string kernel, target;
  std::string unchecked; ///< why nobody checks that each tile is computed once; empty where it is
  std::optional<uint64_t> seed;
  std::optional<unsigned> threads;
  std::vector<std::pair<std::string, int64_t>> sizes, tiles;
  std::vector<std::string> openSizes; ///< which the compiled kernel takes from its buffers
  std::optional<std::array<int64_t, 3>> grid;
  std::optional<double> compileMs;
  std::optional<Timing> timing;               ///< none of a simulated GPU
  std::optional<double> simulationMs;         ///< that this machine took to simulate one run
  double arithmetic = 0;                      ///< operations of one run
  std::vector<LogTile> log;                   ///< what debug_log sent in the first run, for JSON
  std::optional<SimulationReport> simulation; ///< of the first run
  std::optional<CheckResult> check;
  bool ok = false;

  /// Billions of operations per second in the best run.
  std::optional<double> gflops() const;
};

/// `error` is null after a success.
Json toJson(const RunReport &report, const Diagnostic *error);
/// A table for people.
std::string toText(const RunReport &report);

} // namespace wave::commandline
