//===- GlobalAccess.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/GlobalAccess.h"

#include "dialect/ElementTypes.h"
#include "dialect/IndexValues.h"
#include "machine/Chip.h"

using namespace mlir;

namespace wave::analysis {

int64_t globalAccessWidth(ir::TileType tile, ir::MemoryType memory, ValueRange start) {
  ir::DimAttr last = memory.getDims().back();
  const int64_t bytes = ir::elementBytes(tile.getElementType());
  const int64_t run = tile.getLayout().getValue().run(last.getName().getValue().str());
  const int64_t size =
      *tile.getDims()[static_cast<size_t>(tile.indexOf(last.getName()))].getConstantSize();
  const Expr begin = ir::IndexValues().of(start.back());
  auto isMultiple = [&](int64_t width) {
    return run % width == 0 && size % width == 0 && (begin % width).same_as(Expr::constant(0));
  };
  // A power of two, which stays one that divides the run when it is halved.
  int64_t width = std::min(run & -run, machine::widestAccess / bytes);
  while (width > 1 && !isMultiple(width))
    width /= 2;
  return width;
}

} // namespace wave::analysis
