//===- OrderByUse.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/OrderByUse.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace wave::gpu {

namespace {

class Order {
public:
  Order(Block &block, llvm::function_ref<bool(Value)> isOnlyRead)
      : block(block), isOnlyRead(isOnlyRead) {}

  void run() {
    SmallVector<Operation *> unused;
    for (Operation &op : block)
      if (!isMovable(&op))
        place(&op);
      else if (op.use_empty())
        unused.push_back(&op);
    // A terminator stays behind them.
    Operation *last =
        !block.empty() && block.back().hasTrait<OpTrait::IsTerminator>() ? &block.back() : nullptr;
    for (Operation *op : unused)
      place(op);
    for (Operation *op : placed)
      if (op != last)
        op->moveBefore(&block, last ? Block::iterator(last) : block.end());
  }

private:
  bool isMovable(Operation *op) const {
    if (op->getNumRegions() > 0 || op->hasTrait<OpTrait::IsTerminator>())
      return false;
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      return !load.getVolatile_() && isOnlyRead(load.getAddr());
    return isMemoryEffectFree(op);
  }

  /// The operations of the block that `op`, or what is in it, uses.
  llvm::SetVector<Operation *> usedBy(Operation *op) const {
    llvm::SetVector<Operation *> used;
    op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *source = operand.getDefiningOp(); source && source->getBlock() == &block)
          used.insert(source);
    });
    return used;
  }

  /// Behind what it uses, which is placed first: in the order in which it is used.
  void place(Operation *root) {
    SmallVector<std::pair<Operation *, bool>> waiting{{root, false}};
    while (!waiting.empty()) {
      const auto [op, hasOperands] = waiting.pop_back_val();
      if (hasOperands) {
        placed.insert(op);
        continue;
      }
      if (placed.contains(op))
        continue;
      waiting.emplace_back(op, true);
      const llvm::SetVector<Operation *> used = usedBy(op);
      for (Operation *source : llvm::reverse(used))
        if (!placed.contains(source))
          waiting.emplace_back(source, false);
    }
  }

  Block &block;
  llvm::function_ref<bool(Value)> isOnlyRead;
  llvm::SetVector<Operation *> placed;
};

} // namespace

void orderByUse(Block &block, llvm::function_ref<bool(Value)> isOnlyRead) {
  Order(block, isOnlyRead).run();
}

} // namespace wave::gpu
