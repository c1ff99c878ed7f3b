//===- CoverageRepair.h - What is wrong with a map of tiles, and the way out //
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A write that does not reach each tile once has a cause at some line of the kernel: a mapping that
// is not there, a start that two workgroups share, a next value that meets another workgroup's
// trips, a condition that ends too early.  Which one it is follows from what the counterexample's
// executions have in common, and for a tile that is only missing from who would compute it if a
// loop began earlier or ended later.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "runtime/TileCoverage.h"

namespace wave {

struct CoverageRepair {
  std::vector<Note> facts; ///< each with the line that it is about
  std::string help;
};

/// `verdict` is Repeated or Skipped.
CoverageRepair repairOf(const TileCoverage &coverage, const symbolic::CoverageVerdict &verdict,
                        const Bindings &sizes);

/// Where the map has no value, or is too large to be evaluated.
std::string wayOutOf(const symbolic::CoverageVerdict &verdict);

} // namespace wave
