//===- CheckCoverage.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckCoverage.h"

#include <chrono>

#include "analysis/TileMaps.h"
#include "dialect/DiagnosticCapture.h"
#include "symbolic/CoverageProof.h"

using namespace mlir;

namespace wave {

std::vector<TileCoverage> coverageOf(ir::KernelOp kernel) {
  std::vector<TileCoverage> writes;
  for (analysis::WriteMap &found : analysis::tileMapsOf(kernel)) {
    auto memory = cast<BlockArgument>(found.write.getMemory());
    TileCoverage coverage{.memory = kernel.getArgName(memory.getArgNumber()).str(),
                          .where = ir::sourceLocation(found.write.getLoc()),
                          .dims = {},
                          .tile = {},
                          .map = std::move(found.map),
                          .proof = {}};
    for (ir::DimAttr dim : found.dims) {
      coverage.dims.push_back(dim.getName().getValue().str());
      coverage.tile.push_back(dim.getConstantSize().value_or(0));
    }
    const auto begin = std::chrono::steady_clock::now();
    if (std::optional<symbolic::CoverageProof> proof = symbolic::proveCoverage(coverage.map))
      for (std::string &line : proof->lines) {
        std::erase(line, '$'); // before the counters, which have no other name
        coverage.proof.push_back(std::move(line));
      }
    coverage.proofMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    writes.push_back(std::move(coverage));
  }
  return writes;
}

void setDistinct(ir::KernelOp kernel, bool isChecked) {
  for (analysis::WriteMap &map : analysis::tileMapsOf(kernel))
    map.write.setDistinct(isChecked && !map.isRepeated &&
                          map.write->getParentOfType<ir::IterateOp>());
}

} // namespace wave
