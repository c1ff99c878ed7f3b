//===- LiveTiles.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LiveTiles.h"

using namespace mlir;

namespace wave::analysis {

static LiveValues usedFromOutside(Region &region) {
  LiveValues used;
  region.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!region.isAncestor(operand.getParentRegion()))
        used.insert(operand);
  });
  return used;
}

/// `after` are the values that are used behind the block.
static void visitBlock(Block &block, LiveValues after, AtOperation visit) {
  // The blocks of kernels and roles have no terminator.
  Operation *end =
      !block.empty() && block.back().hasTrait<OpTrait::IsTerminator>() ? &block.back() : nullptr;
  for (Value value : end ? end->getOperands() : ValueRange())
    after.insert(value);
  for (Operation &op : llvm::reverse(block)) {
    if (&op == end)
      continue;
    LiveValues before = after;
    for (Value result : op.getResults())
      before.remove(result);
    const LiveValues across = before;
    for (Region &region : op.getRegions())
      for (Value used : usedFromOutside(region))
        before.insert(used);
    for (Region &region : op.getRegions()) {
      LiveValues inside = across;
      // A loop's next step uses again what this one used.
      if (isa<ir::IterateOp>(op))
        for (Value used : usedFromOutside(region))
          inside.insert(used);
      visitBlock(region.front(), inside, visit);
    }
    for (Value operand : op.getOperands())
      before.insert(operand);
    visit(&op, across, before);
    after = before;
  }
}

void forEachOperation(Block &block, AtOperation visit) { visitBlock(block, {}, visit); }

} // namespace wave::analysis
