//===- DebugLog.h - What debug_log sent, collected on the host ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "wave/debug_log.h"

namespace wave {

/// One call of debug_log in a kernel.
struct LogSite {
  std::string label;
  SourceLocation where;
  DType dtype = DType::f32;
  std::vector<std::string> dims;
  struct Loop {
    std::string axis;
    std::string counter; ///< the symbol of the step's number in `start`
    Expr count;          ///< of its steps; over open sizes
    int64_t position;    ///< of the loop, in the block that it is in
  };
  std::vector<Loop> loops; ///< around the call, outermost first
  int64_t position = 0;    ///< of the call, in the block that it is in
  /// For each dimension where a workgroup's tile begins in one step, how long a tile is, and
  /// how long the dimension.
  std::vector<Expr> start, tile, sizes;
  /// The chosen coordinate for each dimension, if there is one; over open sizes.
  std::vector<std::optional<Expr>> coordinates;
  /// Whether the register has the dimension that is distributed over workgroup
  /// dimension 0, 1, 2, or there is none: otherwise all workgroups along it hold the same.
  std::array<bool, 3> isDistributed = {true, true, true};
  /// Which tile a workgroup computes along these: its ids, or what a reordering makes of them.
  std::array<Expr, 3> workgroup = {WORKGROUP_0, WORKGROUP_1, WORKGROUP_2};
};

/// Throws Error "debug-log-range" where the dimension has elements, but not that one.
void checkLogCoordinate(const std::string &label, const SourceLocation &where,
                        const std::string &dim, int64_t coordinate, int64_t size);

/// The log of one launch.  Any number of threads may add to it.
class DebugLog {
public:
  /// Throws Error for a coordinate that has no value, "debug-log-range", and
  /// "debug-log-too-large" where more would be sent than a launch takes.
  DebugLog(const std::vector<LogSite> &sites, const Bindings &sizes);

  /// Adds what one workgroup holds in one step: `workgroup` is its tile along each dimension of the
  /// grid, `tile` are its valid elements, `start` the coordinate of the first.  Copies what was
  /// chosen of it.
  void add(size_t site, std::array<int64_t, 3> workgroup, std::vector<int64_t> steps,
           std::vector<int64_t> start, Tensor tile);

  /// What generated code calls.  `info` holds the workgroup's three positions, the steps of
  /// the loops, and for each dimension start, valid size and stride in elements.
  static void record(DebugLog *log, int64_t site, void *elements, const int64_t *info) noexcept;

  /// Gives everything to the handler, in order.  Throws what went wrong on the way.
  void deliver(const LogHandler &handler);

private:
  /// What a call sends in this launch.
  struct Amount {
    double bytes = 0;
    std::string formula;
  };
  Amount amountOf(size_t site, const Bindings &values) const;
  void checkAmount(const Bindings &values) const;

  struct Entry {
    /// The workgroup, outermost dimension first, and the arrival: what to sort by.
    std::array<int64_t, 4> position;
    LogTile tile;
  };

  const std::vector<LogSite> &sites;
  std::vector<std::vector<std::optional<int64_t>>> coordinates; ///< of each site
  std::mutex mutex;
  std::vector<Entry> entries;
  std::exception_ptr failure;
};

} // namespace wave
