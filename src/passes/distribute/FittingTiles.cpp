//===- FittingTiles.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/distribute/FittingTiles.h"

using namespace mlir;

namespace wave {

int64_t scaledTo(int64_t amount, int64_t size, int64_t now) {
  // The product of two numbers that are too large for a chip need not fit 64 bits.
  __extension__ typedef __int128 int128;
  return static_cast<int64_t>((int128{amount} * size + now - 1) / now);
}

std::string fittingTiles(ir::KernelOp kernel, StringRef otherwise, Fits fits) {
  std::string sizes;
  for (Operation &op : *kernel.getBlock()) {
    if (!isa<ir::WorkgroupConstraintOp, ir::TilingConstraintOp>(op))
      continue;
    auto workgroup = dyn_cast<ir::WorkgroupConstraintOp>(op);
    if (workgroup && ir::hasLoopedPart(kernel, workgroup.getDim()))
      continue; // tiles are its steps
    auto dim = op.getAttrOfType<ir::ExprAttr>("dim");
    const int64_t now = *op.getAttrOfType<ir::ExprAttr>("tile").getConstant();
    int64_t size = now / 2;
    while (size > 0 && !fits(dim, size, now))
      size /= 2;
    if (size > 0)
      sizes += (sizes.empty() ? "" : ", or of ") + std::to_string(size) + " along " +
               dim.getValue().str() + " instead of " + std::to_string(now);
  }
  return sizes.empty()
             ? ("choose smaller tiles along several dimensions, or " + otherwise).str()
             : ("choose smaller tiles, or " + otherwise + ": a tile of " + sizes + " fits").str();
}

} // namespace wave
