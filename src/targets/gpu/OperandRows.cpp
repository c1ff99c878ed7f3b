//===- OperandRows.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/OperandRows.h"

#include "analysis/SharedBanks.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::gpu {

ir::BufferType ringOf(Value tile) { return tile.getDefiningOp<ir::ViewOp>().getRing().getType(); }

OperandRows operandRows(ir::BufferType ring, ir::ExprAttr dim) {
  const int64_t columns = ring.getLayout().getColumns();
  const int64_t length = columns ? columns : *ring.getDims().back().getConstantSize();
  return {.bytes = length * ir::elementBytes(ring.getElementType()),
          .columnBytes = analysis::columnBytes(ring),
          .isTransposed = ring.getDims().back().getName() == dim};
}

Transposed transposedOf(ir::MmaOp op) {
  const ir::MmaDims dims = ir::mmaDims(op);
  auto isTransposed = [](Value tile, ir::ExprAttr dim) {
    return isa<ir::BufferType>(tile.getType()) && operandRows(ringOf(tile), dim).isTransposed;
  };
  return {isTransposed(op.getLhs(), dims.m), isTransposed(op.getRhs(), dims.n)};
}

int64_t bytesBehind(Value tile, ir::ExprAttr dim, int64_t at, ir::ExprAttr reduction, int64_t atK) {
  return analysis::linearByteAt(ringOf(tile),
                                {{dim.getValue().str(), at}, {reduction.getValue().str(), atK}});
}

} // namespace wave::gpu
