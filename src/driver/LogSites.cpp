//===- LogSites.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LogSites.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/Distribution.h"
#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"

using namespace mlir;

namespace wave {

static int64_t positionOf(Operation *op) {
  return std::distance(op->getBlock()->begin(), Block::iterator(op));
}

static LogSite siteOf(ir::DebugLogOp op, ir::KernelOp kernel, const ir::Distribution &distribution,
                      ir::IndexValues &indices) {
  auto tile = op.getValue().getType();
  DictionaryAttr chosen = op.getCoordinatesAttr();
  LogSite site;
  site.label = op.getLabel().str();
  site.where = ir::sourceLocation(op.getLoc());
  site.dtype = *ir::dtypeOf(tile.getElementType());
  for (ir::DimAttr dim : tile.getDims()) {
    const std::string name = dim.getName().getValue().str();
    site.dims.push_back(name);
    auto coordinate = chosen ? chosen.getAs<ir::ExprAttr>(name) : ir::ExprAttr();
    site.coordinates.push_back(coordinate ? std::optional(coordinate.getValue()) : std::nullopt);
    const ir::Distribution::Extent part =
        *distribution.extent(dim.getName(), op->getBlock(), indices);
    site.start.push_back(part.start);
    site.tile.push_back(part.size.getValue());
    site.sizes.push_back(distribution.wholeSize(dim.getName())->getValue());
  }
  site.position = positionOf(op);
  for (auto loop = op->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>())
    site.loops.insert(site.loops.begin(),
                      {loop.getAxis().getValue().str(), indices.of(loop.getCounter()).str(),
                       indices.of(loop.getCount()), positionOf(loop)});
  for (size_t dim = 0; dim < 3; ++dim)
    site.workgroup[dim] = distribution.workgroup(static_cast<int64_t>(dim));
  for (auto workgroup : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
    site.isDistributed[workgroup.getWorkgroupDim()] = tile.hasDim(workgroup.getDim());
  return site;
}

std::vector<LogSite> logSitesOf(ir::KernelOp kernel) {
  std::vector<LogSite> sites;
  const ir::Distribution distribution(kernel);
  ir::IndexValues indices;
  kernel.walk<WalkOrder::PreOrder>(
      [&](ir::DebugLogOp op) { sites.push_back(siteOf(op, kernel, distribution, indices)); });
  return sites;
}

} // namespace wave
