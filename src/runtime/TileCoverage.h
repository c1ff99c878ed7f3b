//===- TileCoverage.h - Whether a write reaches each tile once ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's workgroups have to compute each tile of what it writes exactly once.  Where the
// compiler has proved that for all sizes there is nothing to do at a launch; the maps of the other
// writes are evaluated at the launch's sizes, once for each.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>
#include <vector>

#include "runtime/OncePerSizes.h"
#include "symbolic/Coverage.h"
#include "wave/diagnostic.h"

namespace wave {

/// One write of a kernel: what is claimed of it, and how it was proved.
struct TileCoverage {
  std::string memory;
  SourceLocation where;
  std::vector<std::string> dims; ///< of the tile coordinates
  std::vector<int64_t> tile;     ///< elements along these
  symbolic::TileMap map;
  /// Lines of a loop of the map, in its order, for messages.
  struct LoopLines {
    SourceLocation loop, start, next;
  };
  std::vector<LoopLines> loops = {};
  /// Other writes of the memory with tiles as large, of which not all are proved: each of all these
  /// writes reaches each tile once, or one does and the others none twice, or they do so together.
  struct Other {
    SourceLocation where;
    symbolic::TileMap map;
    std::vector<LoopLines> loops = {};
  };
  std::vector<Other> others;
  /// How many workgroups a cluster has along each dimension of the grid; empty where they run
  /// alone.
  std::vector<int64_t> cluster = {};
  /// The steps of the proof for all sizes; empty where there is none.
  std::vector<std::string> proof;
  double proofMs = 0;

  bool isProved() const { return !proof.empty(); }
};

/// "each tile of 'c', 64 x 64 elements (M, N), is computed once".
std::string claimOf(const TileCoverage &coverage);

/// Whether symbolic::parse reads all expressions as they are printed.
bool isReadable(const symbolic::TileMap &map);
bool isReadable(const TileCoverage &coverage);

/// Whether the writes reach each tile once at these sizes, with these contents of what is read.
symbolic::CoverageVerdict verdictAt(const TileCoverage &coverage, const Bindings &sizes,
                                    const symbolic::Tables &tables = {});

/// Whether its tiles depend on what memory holds.
bool dependsOnMemory(const TileCoverage &coverage);

/// The sizes that its writes depend on.
std::vector<std::string> openSizesOf(const TileCoverage &coverage);

/// "(1, 0)".
std::string tileText(const std::vector<int64_t> &tile);

/// A workgroup's place among clusters.
struct ClusterPlace {
  int64_t rank = 0;
  std::vector<int64_t> cluster; ///< its id, along each dimension of the grid
};
ClusterPlace clusterPlaceOf(const std::vector<int64_t> &workgroup,
                            const std::vector<int64_t> &cluster);

/// "workgroup (1, 0) in trip TILE = 24".
std::string visitText(const symbolic::TileMap &map, const symbolic::Visit &visit);

/// What speaks against it, as an error "not-covered", or "coverage-unknown" where the map cannot be
/// evaluated.  `verdict` is not Covered.
Diagnostic refusalOf(const std::string &kernel, const TileCoverage &coverage,
                     const symbolic::CoverageVerdict &verdict, const Bindings &sizes);

/// The remark that nobody checks the coverage of `kernel`.
Diagnostic uncheckedRemark(const std::string &kernel, const std::string &reason);

/// The verdicts at the sizes of launches; any number of threads may ask.
class LaunchCoverage {
public:
  /// Throws the refusal as an Error, for the first write that is not covered at these sizes.
  /// Those that depend on memory are evaluated each time, and left alone without `tables`.
  void require(const std::string &kernel, const std::vector<TileCoverage> &writes,
               const Bindings &sizes, const symbolic::Tables &tables = {});

private:
  OncePerSizes once;
};

} // namespace wave
