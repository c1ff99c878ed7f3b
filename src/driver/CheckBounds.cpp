//===- CheckBounds.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CheckBounds.h"

#include <chrono>

#include "analysis/AccessBounds.h"
#include "dialect/DiagnosticCapture.h"
#include "driver/CompiledKernel.h"
#include "driver/Session.h"
#include "frontend/KernelTrace.h"
#include "symbolic/KernelText.h"

using namespace mlir;

namespace wave {

/// What is too long to read is cut.
static std::string readable(const Expr &expr) {
  constexpr size_t most = 60;
  const std::string text = symbolic::kernelText(expr);
  return text.size() <= most ? text : text.substr(0, most) + "...";
}

static std::string reasonOf(analysis::InsideBy by) {
  switch (by) {
  case analysis::InsideBy::Whole:
    return "by its size";
  case analysis::InsideBy::Range:
    return "by the ranges of ids and counters";
  case analysis::InsideBy::Count:
    return "by the number of tiles";
  case analysis::InsideBy::Coverage:
    return "by coverage, for there are as many workgroups as tiles";
  case analysis::InsideBy::Nothing:
    return "which is not proved";
  }
  return "";
}

/// "M: 64 elements from WORKGROUP_0 * 64, of M: not before it by ...; masked beyond it".
static std::string stepOf(const analysis::DimBounds &bounds) {
  const std::string dim = bounds.dim.getName().getValue().str() + ": ";
  const bool isOne = bounds.tile.same_as(Expr::constant(1));
  const std::string tile = readable(bounds.tile) + (isOne ? " element" : " elements");
  if (bounds.by == analysis::InsideBy::Whole)
    return dim + "all " + tile;
  const std::string place = dim + tile + (isOne ? " at " : " from ") + readable(bounds.start) +
                            ", of " + readable(bounds.dim.getSize().getValue()) + ": ";
  if (!bounds.by)
    return place + "masked before and beyond it";
  const std::string reason = reasonOf(*bounds.by);
  if (bounds.masked.mayExceed)
    return place + "not before it, " + reason + "; masked beyond it";
  if (bounds.masked.mayPrecede)
    return place + "masked before it; not beyond it, " + reason;
  return place + "inside, " + reason;
}

std::string claimOf(const BoundsClaim &bounds) {
  return "the " + bounds.access + (bounds.tag.empty() ? "" : " " + bounds.tag) + " of '" +
         bounds.memory + "' touches nothing outside of it";
}

static BoundsClaim claimOf(const analysis::AccessBounds &bounds) {
  auto kernel = bounds.access->getParentOfType<ir::KernelOp>();
  auto tag = bounds.access->getAttrOfType<StringAttr>("tag");
  BoundsClaim claim{.access = bounds.access->getName().stripDialect().str(),
                    .memory =
                        kernel.getArgName(cast<BlockArgument>(bounds.memory).getArgNumber()).str(),
                    .tag = tag ? tag.getValue().str() : "",
                    .where = ir::sourceLocation(bounds.access->getLoc()),
                    .steps = {}};
  for (const analysis::DimBounds &dim : bounds.dims) {
    claim.steps.push_back(stepOf(dim));
    claim.isProved &= dim.by != analysis::InsideBy::Nothing;
    claim.restsOnCoverage |= dim.by == analysis::InsideBy::Coverage;
  }
  return claim;
}

std::vector<BoundsClaim> boundsOf(const CompiledKernel &kernel) {
  return withFailures(kernel.impl().name, [&] {
    const Session session(kernel.impl());
    std::vector<BoundsClaim> claims;
    frontend::onlyKernel(*session.module).walk([&](Operation *op) {
      const auto begin = std::chrono::steady_clock::now();
      const std::optional<analysis::AccessBounds> bounds = analysis::boundsOf(op);
      if (!bounds)
        return;
      claims.push_back(claimOf(*bounds));
      claims.back().isForAllSizes = !kernel.open_sizes().empty();
      claims.back().ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
              .count();
    });
    return claims;
  });
}

} // namespace wave
