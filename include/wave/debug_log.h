//===- debug_log.h - Log register values from a kernel --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// debug_log(value, "label") in a kernel sends the values of a register to the host.  They
// arrive after the launch, in logical coordinates: each workgroup's tile, once per step of
// the enclosing loops.  A tile that several workgroups hold arrives once; an empty grid
// sends nothing.  The order is that of the workgroups, then of the program, for any number
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
#include "wave/text.h"

#pragma GCC visibility push(default)
namespace wave {

struct DebugLogOptions {
  /// Coordinates to send, by dimension of the register: {M = 3, N = 2 * K}.  Other dimensions are
  /// sent whole.
  Bindings at = {};
  detail::Text tag = {};
  std::source_location where = std::source_location::current();
};

/// The values that one call sent from one tile.
struct LogTile {
  std::string label;
  SourceLocation where; ///< of the call
  /// Axis and step index (from 0) of the enclosing loops, outermost first.
  std::vector<std::pair<std::string, int64_t>> steps;
  std::vector<std::string> dims; ///< dimensions of the register
  std::vector<int64_t> start;    ///< coordinate of the first element, one per dimension
  Tensor values;                 ///< row-major, one axis per dimension

  /// A line with label, start and steps, then one line per row.
  std::string str() const;
};

using LogHandler = std::function<void(const LogTile &)>;

/// Prints the tile to standard error: the default of LaunchOptions::on_log.
void print_log(const LogTile &tile);

} // namespace wave
#pragma GCC visibility pop
