//===- Assumptions.h - What a kernel assumes, held against a launch -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analyses and proofs may rest on what a kernel states with assume, and on a table being a
// permutation.  Both are checked before anything runs: what depends on sizes alone once for each
// sizes, what depends on memory in each launch.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/OncePerSizes.h"
#include "runtime/Tables.h"
#include "runtime/TileCoverage.h"
#include "runtime/WorkgroupIndependence.h"

namespace wave {

struct Assumption {
  std::string text;               ///< as the kernel states it
  std::vector<std::string> known; ///< of its symbols, what the compile knew: "M = 128"
  SourceLocation where;
  /// Where it is assumed; its coordinate is the condition, so that the tile 0 is one in which the
  /// condition does not hold.
  symbolic::TileMap map;

  const Expr &condition() const { return map.tile.front(); }
  /// Whether it is one of the launch as a whole: over sizes, and of no workgroup or trip.
  bool isOfSizes() const;
};

struct Assumptions {
  std::vector<Assumption> conditions;
  std::vector<Permutation> permutations;
};

/// What is wrong where an assumption does not hold; `values` follows the sentence.
Diagnostic violationOf(const std::string &kernel, const std::string &text,
                       const SourceLocation &where, const std::string &values = "");

/// What is wrong with a condition of the launch as a whole at these sizes, as an error
/// "assumption-violated"; nothing where it holds, and where other sizes decide it.
std::optional<Diagnostic> violationAt(const std::string &kernel, const Assumption &assumption,
                                      const Bindings &sizes);

/// The arguments that launches read before they start, by number.
std::vector<size_t> memoriesReadBy(const Assumptions &assumptions,
                                   const std::vector<TileCoverage> &coverage,
                                   const std::vector<WorkgroupIndependence> &independence);

/// The checks of launches; any number of threads may ask.
class LaunchAssumptions {
public:
  /// Throws Error "assumption-violated" or "no-permutation".  What memoriesReadBy names is on the
  /// host.
  void require(const std::string &kernel, const Assumptions &assumptions, const Bindings &sizes,
               std::span<const Tensor> tensors);

private:
  OncePerSizes once;
};

} // namespace wave
