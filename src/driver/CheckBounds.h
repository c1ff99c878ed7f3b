//===- CheckBounds.h - No access lies outside of its memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "wave/compile.h"
#include "wave/diagnostic.h"

namespace wave {

/// Of one read or write of a kernel: that it touches nothing outside of its memory.
struct BoundsClaim {
  std::string access; ///< "read" or "write"
  std::string memory, tag;
  SourceLocation where;
  std::vector<std::string> steps; ///< one for each dimension: masked, or why not
  bool isProved = true;
  bool restsOnCoverage = false; ///< holds where each tile is computed once
  bool isForAllSizes = true;    ///< false where the compile knew the sizes
  double ms = 0;
};

/// "the read of 'a' touches nothing outside of it".
std::string claimOf(const BoundsClaim &bounds);

std::vector<BoundsClaim> boundsOf(const CompiledKernel &kernel);

} // namespace wave
