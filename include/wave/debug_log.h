//===- debug_log.h - Values on their way, sent to the host ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// debug_log(value, "label") in a kernel sends the values of a register to the host.
// They arrive after the launch in logical coordinates, once for each tile: a workgroup
// sends the part that it holds, in each step of the loops around the call; a part that
// several workgroups hold arrives once, and without a workgroup there is none.  The
// order is that of the workgroups and, within one, of the program, whatever the number
// of threads.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <functional>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "wave/diagnostic.h"
#include "wave/expr.h"
#include "wave/register.h"
#include "wave/tensor.h"

#pragma GCC visibility push(default)
namespace wave {

struct DebugLogOptions {
  /// The coordinates to send, for dimensions of the register: {M = 3, N = 2 * K}.
  /// A dimension that is not named is sent whole.
  Bindings at = {};
  std::string tag = {};
  std::source_location where = std::source_location::current();
};

/// What one call sent from one tile.
struct LogTile {
  std::string label;
  SourceLocation where; ///< of the call
  /// The loops around the call, outermost first, and the number of the step, from 0.
  std::vector<std::pair<std::string, int64_t>> steps;
  std::vector<std::string> dims; ///< of the register
  std::vector<int64_t> start;    ///< coordinate of the first element, one per dimension
  Tensor values;                 ///< row-major, one axis per dimension

  /// A line that says what it is, then one line per row.
  std::string str() const;
};

using LogHandler = std::function<void(const LogTile &)>;

/// Prints the tile on standard error: what a launch does with it unless told otherwise.
void print_log(const LogTile &tile);

} // namespace wave
#pragma GCC visibility pop
