//===- CheckCoverage.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckCoverage.h"

#include <algorithm>
#include <chrono>

#include "analysis/TileMaps.h"
#include "dialect/DiagnosticCapture.h"
#include "symbolic/CoverageProof.h"

using namespace mlir;

namespace wave {

/// Whether the tiles of two writes are those of one memory, and as large.
static bool shareTiles(const TileCoverage &a, const TileCoverage &b) {
  const auto isSame = [](const Expr &x, const Expr &y) { return x.same_as(y); };
  return a.memory == b.memory && a.dims == b.dims && a.tile == b.tile &&
         std::ranges::equal(a.map.tiles, b.map.tiles, isSame);
}

std::vector<TileCoverage> coverageOf(ir::KernelOp kernel) {
  std::vector<TileCoverage> writes;
  for (analysis::WriteMap &found : analysis::tileMapsOf(kernel)) {
    auto memory = cast<BlockArgument>(found.write.getMemory());
    TileCoverage coverage{.memory = kernel.getArgName(memory.getArgNumber()).str(),
                          .where = ir::sourceLocation(found.write.getLoc()),
                          .dims = {},
                          .tile = {},
                          .map = std::move(found.map),
                          .others = {},
                          .proof = {}};
    for (ir::DimAttr dim : found.dims) {
      coverage.dims.push_back(dim.getName().getValue().str());
      coverage.tile.push_back(dim.getConstantSize().value_or(0));
    }
    const auto begin = std::chrono::steady_clock::now();
    // What a kernel reads differs from workgroup to workgroup: it is no size.
    std::optional<symbolic::CoverageProof> proof;
    if (found.readFrom.empty())
      proof = symbolic::proveCoverage(coverage.map);
    if (proof)
      for (std::string &line : proof->lines) {
        std::erase(line, '$'); // before the counters, which have no other name
        coverage.proof.push_back(std::move(line));
      }
    coverage.proofMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    // What is not proved alone may be disjoint from another write.
    const auto partner = std::ranges::find_if(writes, [&](const TileCoverage &earlier) {
      return !coverage.isProved() && !earlier.isProved() && shareTiles(earlier, coverage);
    });
    if (partner == writes.end())
      writes.push_back(std::move(coverage));
    else
      partner->others.push_back({coverage.where, std::move(coverage.map)});
  }
  return writes;
}

void setDistinct(ir::KernelOp kernel, bool isChecked) {
  for (analysis::WriteMap &map : analysis::tileMapsOf(kernel))
    map.write.setDistinct(isChecked && !map.isRepeated &&
                          map.write->getParentOfType<ir::IterateOp>());
}

} // namespace wave
