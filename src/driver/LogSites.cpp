//===- LogSites.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/LogSites.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

/// Of a kernel in the form bound.
static Bindings bindingsOf(ir::KernelOp kernel) {
  Bindings bindings;
  for (NamedAttribute entry : kernel.getBindingsAttr())
    bindings.set(entry.getName().str(), cast<ir::ExprAttr>(entry.getValue()).getValue());
  return bindings;
}

static LogSite siteOf(ir::DebugLogOp op, ir::KernelOp kernel, const Bindings &values) {
  auto tile = op.getValue().getType();
  DictionaryAttr chosen = op.getCoordinatesAttr();
  LogSite site;
  site.label = op.getLabel().str();
  site.where = ir::sourceLocation(op.getLoc());
  site.dtype = *ir::dtypeOf(tile.getElementType());
  for (ir::DimAttr dim : tile.getDims()) {
    const std::string name = dim.getName().getValue().str();
    site.dims.push_back(name);
    site.sizes.push_back(symbolic::substitute(dim.getName().getValue(), values));
    auto coordinate = chosen ? chosen.getAs<ir::ExprAttr>(name) : ir::ExprAttr();
    site.coordinates.push_back(coordinate ? std::optional(coordinate.getValue()) : std::nullopt);
  }
  for (auto loop = op->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>()) {
    site.loops.insert(site.loops.begin(), loop.getAxis().getValue().str());
    if (!tile.hasDim(loop.getAxis()))
      site.repeats.push_back(loop.getCountAttr().getValue());
  }
  for (auto workgroup : kernel.getBlock()->getOps<ir::WorkgroupConstraintOp>())
    site.isDistributed[workgroup.getWorkgroupDim()] = tile.hasDim(workgroup.getDim());
  return site;
}

std::vector<LogSite> logSitesOf(ir::KernelOp kernel) {
  std::vector<LogSite> sites;
  const Bindings values = bindingsOf(kernel);
  kernel.walk<WalkOrder::PreOrder>(
      [&](ir::DebugLogOp op) { sites.push_back(siteOf(op, kernel, values)); });
  return sites;
}

} // namespace wave
