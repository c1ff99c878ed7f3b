//===- LogBuffers.h - Where a GPU puts what debug_log sends ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each call of debug_log has a memory of its own, one more argument of the kernel behind
// the user's: one axis for each loop around the call, which counts its steps, then one for
// each dimension of the value.  An axis has one position where the coordinate is chosen,
// and a loop's where the value has the dimension that the loop iterates over.
//
// So every element that is sent has a place that the program knows: no lane waits for
// another one's counter, what arrives does not depend on who was first, and the executor
// holds each place to one write.  It takes no more bytes than are sent.  With a counter,
// lanes would have to send coordinates as well, and the host to sort.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <array>
#include <span>
#include <vector>

#include "runtime/DebugLog.h"
#include "runtime/EntryPoint.h"

namespace wave {

class LogBuffers {
public:
  LogBuffers(const std::vector<LogSite> &sites, const Bindings &sizes);

  struct Buffer {
    Tensor values; ///< one axis for each loop, then for each dimension
    /// In elements; 0 along an axis of one position.
    std::vector<int64_t> strides;
  };
  const std::vector<Buffer> &buffers() const { return list; }

  /// Gives the log what the workgroups of the grid have left here, in the order of the
  /// program.
  void collect(const std::array<int64_t, 3> &grid, DebugLog &log) const;

private:
  void collectFrom(const std::array<int64_t, 3> &workgroup, DebugLog &log) const;

  const std::vector<LogSite> &sites;
  Bindings sizes;
  std::vector<Buffer> list;
};

/// The kernel's arguments, and behind them the memories of debug_log's calls as the entry points
/// take them; without buffers these have no elements and no address.
std::vector<Tensor> withLogs(std::span<const Tensor> arguments, const EntryPoint &entry,
                             const std::vector<LogSite> &sites, const LogBuffers *logs);

} // namespace wave
