//===- FittingTiles.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/distribute/FittingTiles.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace wave {

int64_t scaledTo(int64_t amount, int64_t size, int64_t now) {
  // The product of two numbers that are too large for a chip need not fit 64 bits.
  __extension__ typedef __int128 int128;
  return static_cast<int64_t>((int128{amount} * size + now - 1) / now);
}

std::string fittingTiles(ir::KernelOp kernel, StringRef otherwise, Fits fits) {
  const auto fitting = [&](ir::ExprAttr dim, int64_t first, int64_t now) {
    int64_t size = first;
    while (size > 0 && !fits(dim, size, now))
      size /= 2;
    return size;
  };
  std::string sizes;
  llvm::SmallPtrSet<Attribute, 4> constrained;
  for (Operation &op : *kernel.getBlock()) {
    if (!isa<ir::WorkgroupConstraintOp, ir::TilingConstraintOp>(op))
      continue;
    auto workgroup = dyn_cast<ir::WorkgroupConstraintOp>(op);
    if (workgroup && ir::hasLoopedPart(kernel, workgroup.getDim()))
      continue; // tiles are its steps
    auto dim = op.getAttrOfType<ir::ExprAttr>("dim");
    const int64_t now = *op.getAttrOfType<ir::ExprAttr>("tile").getConstant();
    constrained.insert(dim);
    if (const int64_t size = fitting(dim, now / 2, now); size > 0)
      sizes += (sizes.empty() ? "" : ", or of ") + std::to_string(size) + " along " +
               dim.getValue().str() + " instead of " + std::to_string(now);
  }
  if (!sizes.empty())
    return ("choose smaller tiles, or " + otherwise + ": a tile of " + sizes + " fits").str();
  // The largest dimension that no constraint splits, which is whole in every tile.
  ir::ExprAttr whole;
  int64_t wholeSize = 0, step = 0;
  for (Type type : kernel.getBlock()->getArgumentTypes())
    for (ir::DimAttr dim : cast<ir::MemoryType>(type).getDims()) {
      const int64_t now = dim.getConstantSize().value_or(0);
      if (now <= wholeSize || constrained.contains(dim.getName()))
        continue;
      const auto first = static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(now)));
      if (const int64_t size = fitting(dim.getName(), first, now); size > 0 && size < now) {
        whole = dim.getName();
        wholeSize = now;
        step = size;
      }
    }
  if (whole) {
    const std::string name = whole.getValue().str();
    return "iterate over " + name + ", of which a tile has all " + std::to_string(wholeSize) +
           ", in steps: TilingConstraint{" + name + ", " + std::to_string(step) +
           "} and iterate({.axis = " + name + "}, ...)";
  }
  return ("choose smaller tiles along several dimensions, or " + otherwise).str();
}

} // namespace wave
