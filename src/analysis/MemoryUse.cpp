//===- MemoryUse.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/MemoryUse.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace wave::analysis {

/// Whether a loop around the write does it again at every step, at places that may be the same.
static bool isRepeated(Operation *write, ir::TileType tile) {
  if (write->hasAttr("distinct"))
    return false;
  for (auto loop = write->getParentOfType<ir::IterateOp>(); loop;
       loop = loop->getParentOfType<ir::IterateOp>())
    if (!tile.hasDim(loop.getAxis()))
      return true;
  return false;
}

StringRef memoryUse(ir::KernelOp kernel, Value memory) {
  bool isRead = false;
  int writes = 0;
  llvm::SmallPtrSet<Value, 2> staged; // rings, through which strips of one write may go
  kernel.walk([&](Operation *op) {
    auto read = dyn_cast<ir::ReadOp>(op);
    isRead |= read && read.getMemory() == memory;
    if (auto write = dyn_cast<ir::WriteOp>(op); write && write.getMemory() == memory)
      writes += isRepeated(write, write.getValue().getType()) ? 2 : 1;
    if (auto copy = dyn_cast<ir::CopyOutOp>(op);
        copy && copy.getMemory() == memory && staged.insert(copy.getRing()).second)
      writes += isRepeated(copy, copy.getTile()) ? 2 : 1;
  });
  if (writes == 0)
    return "read";
  return isRead || writes > 1 ? "readwrite" : "write";
}

ArrayAttr memoryUses(ir::KernelOp kernel) {
  SmallVector<StringRef> uses;
  for (Value memory : kernel.getBlock()->getArguments())
    uses.push_back(memoryUse(kernel, memory));
  return Builder(kernel.getContext()).getStrArrayAttr(uses);
}

} // namespace wave::analysis
