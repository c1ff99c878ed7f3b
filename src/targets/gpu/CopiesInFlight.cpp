//===- CopiesInFlight.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/CopiesInFlight.h"

#include <algorithm>

using namespace mlir;

namespace wave::gpu {

static bool hasCopies(Operation *op) {
  return op->walk([](ir::CopyOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

static bool leavesInFlight(ir::KernelOp kernel) {
  return kernel
      .walk([](ir::BarrierOp barrier) {
        return barrier.getInFlight() > 0 ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

CopiesInFlight::CopiesInFlight(ir::KernelOp kernel)
    : any(hasCopies(kernel)), counted(leavesInFlight(kernel)) {}

void CopiesInFlight::writeCounts(const LaneTarget &target) const {
  for (auto [barrier, wait] : waits)
    target.leaveInFlight(
        wait, leastBefore(barrier->getBlock(), Block::iterator(barrier), barrier.getInFlight()));
}

/// Fewer than there are is always right, and so operations in conditions count as none.
int64_t CopiesInFlight::leastBefore(Block *block, Block::iterator end, int64_t operations) const {
  int64_t copies = 0;
  for (auto it = end; it != block->begin() && operations > 0;) {
    Operation *op = &*--it;
    if (!hasCopies(op))
      continue;
    if (auto copy = dyn_cast<ir::CopyOp>(op)) {
      copies += begun.lookup(copy);
      --operations;
    } else if (auto loop = dyn_cast<ir::IterateOp>(op)) { // its last trip, or none
      return copies + std::min(leastBefore(loop.getBlock(), loop.getBlock()->end(), operations),
                               leastBefore(block, it, operations));
    } else {
      return copies;
    }
  }
  if (operations == 0)
    return copies;
  Operation *parent = block->getParentOp();
  if (isa<ir::KernelOp>(parent))
    return copies;
  const int64_t before = leastBefore(parent->getBlock(), Block::iterator(parent), operations);
  if (!isa<ir::IterateOp>(parent))
    return copies + before;
  if (llvm::none_of(*block, llvm::IsaPred<ir::CopyOp>)) // nothing bounds how often to go round
    return copies;
  return copies + std::min(before, leastBefore(block, block->end(), operations));
}

} // namespace wave::gpu
