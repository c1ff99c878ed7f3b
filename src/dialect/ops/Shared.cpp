//===- Shared.cpp - Tiles in shared memory and in lanes: verifiers --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/BrokenConstraint.h"
#include "dialect/Dialect.h"
#include "dialect/ExprSyntax.h"

using namespace mlir;

namespace wave::ir {

static bool holds(RingType ring, TileType tile) {
  return ring.getDims() == tile.getDims() && ring.getElementType() == tile.getElementType();
}

LogicalResult SharedWriteOp::verify() {
  // C1
  if (holds(getRing().getType(), getValue().getType()))
    return success();
  return BrokenConstraint(*this, "shared_write-c1",
                          "shared_write: the value " + describe(getValue().getType()) +
                              " is not what a slot of the ring holds, " +
                              describe(getRing().getType().getTile()));
}

LogicalResult SharedReadOp::verify() {
  // C1
  if (holds(getRing().getType(), getResult().getType()))
    return success();
  return BrokenConstraint(*this, "shared_read-c1",
                          "shared_read: the result " + describe(getResult().getType()) +
                              " is not what a slot of the ring holds, " +
                              describe(getRing().getType().getTile()));
}

LogicalResult MaskOp::verify() {
  // C1
  if (getValue().getType() != getResult().getType())
    return BrokenConstraint(*this, "mask-c1", "mask: the result is of another type than the value");
  // C2
  if (!isa<FloatAttr, IntegerAttr>(getFill()) ||
      getFill().getType() != getValue().getType().getElementType())
    return BrokenConstraint(*this, "mask-c2", "mask: the fill is no number of the element type");
  // C3
  bool allThere = llvm::all_of(
      getDims(), [&](Attribute dim) { return getValue().getType().hasDim(cast<ExprAttr>(dim)); });
  if (!allThere || getDims().size() != getStart().size())
    return BrokenConstraint(*this, "mask-c3",
                            "mask: the dimensions are not those of the value, with a start each");
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  TileType from = getValue().getType(), to = getResult().getType();
  // C1
  if (from.getDims() == to.getDims() && from.getElementType() == to.getElementType())
    return success();
  return BrokenConstraint(*this, "convert_layout-c1",
                          "convert_layout: the result " + describe(to) +
                              " differs from the value " + describe(from) +
                              " in more than the layout");
}

} // namespace wave::ir
