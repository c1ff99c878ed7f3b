//===- Debug.cpp - Looking into a kernel that runs: verifiers -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"

using namespace mlir;

namespace wave::ir {

LogicalResult DebugLogOp::verify() {
  TileType tile = getValue().getType();
  // C1
  for (NamedAttribute entry :
       getCoordinatesAttr() ? getCoordinatesAttr().getValue() : ArrayRef<NamedAttribute>()) {
    StringRef dim = entry.getName().getValue();
    auto isNamed = [&](DimAttr each) { return each.getName().getSymbol() == dim; };
    if (!isa<ExprAttr>(entry.getValue()))
      return BrokenConstraint(*this, "debug_log-c1",
                              "debug_log: the coordinate of " + dim + " is not an expression")
          .help("write " + dim + " = #wave.expr<3>");
    if (llvm::none_of(tile.getDims(), isNamed))
      return BrokenConstraint(*this, "debug_log-c1",
                              "debug_log: the value has no dimension " + dim + " to choose from")
          .note(getValue().getLoc(),
                "the value is " + describe(tile) + ", " + describeOrigin(getValue()))
          .help("name dimensions of the value; those that are not named are sent whole");
  }
  // C2
  if (OperandRange start = getStart(); !start.empty() && start.size() != tile.getDims().size())
    return BrokenConstraint(*this, "debug_log-c2",
                            "debug_log: " + Twine(start.size()) + " starts for " +
                                Twine(tile.getDims().size()) + " dimensions")
        .help("give one start for each dimension");
  // C3
  if (!getSite() && !getSteps().empty())
    return BrokenConstraint(*this, "debug_log-c3",
                            "debug_log: it has steps of loops, and no number of the call")
        .help("give the number of the call too, or leave the steps out");
  return success();
}

} // namespace wave::ir
