//===- Writes.cpp ---------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the traced form the place of a write follows from the constraints and the loops around it:
// what two writes of one memory reach is the same, but for those of a loop over one of its
// dimensions.  A write is lost where another one follows it for certain: in its own block, or
// in one around that.  One in a loop may never run, and what stood before it stays.
//
//===----------------------------------------------------------------------===//

#include "dialect/Writes.h"

#include "llvm/ADT/MapVector.h"

#include "dialect/BrokenConstraint.h"

using namespace mlir;

namespace wave::ir {

static std::string nameOf(Value memory) {
  auto argument = cast<BlockArgument>(memory);
  return cast<KernelOp>(argument.getOwner()->getParentOp())
      .getArgName(argument.getArgNumber())
      .str();
}

LogicalResult verifyEffect(KernelOp kernel) {
  Operation *unused = nullptr;
  bool hasOne = false;
  kernel.walk([&](Operation *op) {
    hasOne |= isa<WriteOp, DebugLogOp>(op);
    if (op->getNumResults() != 0 && op->use_empty() && isa<TileType>(op->getResult(0).getType()))
      unused = op;
  });
  if (hasOne)
    return success();
  BrokenConstraint broken(unused ? unused->getLoc() : kernel.getLoc(), "no-effect",
                          "kernel: '" + kernel.getSymName() + "' writes nothing");
  if (unused)
    broken.note(unused->getLoc(), "this value, " +
                                      describe(cast<TileType>(unused->getResult(0).getType())) +
                                      ", is computed last and used by nothing");
  for (BlockArgument memory : kernel.getBlock()->getArguments())
    if (memory.use_empty())
      broken.note(memory.getLoc(), "'" + nameOf(memory) + "' is neither read nor written");
  return broken.help("store what it computes: write(value, memory)");
}

/// The last write of each memory that nothing has read yet.
using Unread = llvm::MapVector<Value, WriteOp>;

static LogicalResult verifyOrder(Block &block, Unread &unread) {
  for (Operation &op : block) {
    if (auto read = dyn_cast<ReadOp>(op)) {
      unread.erase(read.getMemory());
    } else if (auto write = dyn_cast<WriteOp>(op)) {
      if (write.getMapping()) {
        unread.erase(write.getMemory()); // which elements, the mapping says
        continue;
      }
      auto [earlier, isNew] = unread.try_emplace(write.getMemory(), write);
      if (!isNew)
        return BrokenConstraint(write, "dead-write",
                                "write: the elements of '" + nameOf(write.getMemory()) +
                                    "' are written again, before anything has read them")
            .note(earlier->second.getLoc(), "what is written here is lost")
            .help("write each element once, or give each of the two results a memory");
    } else if (auto loop = dyn_cast<IterateOp>(op)) {
      Unread inside;
      if (failed(verifyOrder(*loop.getBlock(), inside)))
        return failure();
      loop->walk([&](ReadOp read) { // of this step, or of the next one
        unread.erase(read.getMemory());
        inside.erase(read.getMemory());
      });
      for (auto &[memory, write] : inside)
        unread[memory] = write;
    }
  }
  return success();
}

LogicalResult verifyWrites(KernelOp kernel) {
  Unread unread;
  return verifyOrder(*kernel.getBlock(), unread);
}

} // namespace wave::ir
