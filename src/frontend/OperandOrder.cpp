//===- OperandOrder.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/OperandOrder.h"

#include "llvm/ADT/SetVector.h"

#include "dialect/Dialect.h"

using namespace mlir;

namespace wave::frontend {

static bool hasEffect(Operation *op) {
  return op
      ->walk([](Operation *inside) {
        return ir::hasEffect(inside) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool keepsItsPlace(Operation *op) {
  return ir::isConstraint(op) || isa<ir::AssumeOp>(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         hasEffect(op);
}

template <typename Access> static llvm::SmallDenseSet<Value> memoriesOf(Operation *op) {
  llvm::SmallDenseSet<Value> memories;
  op->walk([&](Access access) { memories.insert(access.getMemory()); });
  return memories;
}

namespace {
class Orderer {
public:
  explicit Orderer(Block &block) : block(block) {
    for (Operation &op : block) {
      arrivals[&op] = static_cast<unsigned>(arrival.size());
      arrival.push_back(&op);
    }
  }

  void run() {
    // First without regard to writes: that gives the reads, which may have arrived in
    // the order of any C++ compiler, an order in which writes can call for them.
    placeAll();
    order = placed.takeVector();
    placeAll();
    for (Operation *op : placed)
      op->moveBefore(&block, block.end());
  }

private:
  void placeAll() {
    Operation *last = arrival.empty() ? nullptr : arrival.back();
    bool hasTerminator = last && last->hasTrait<OpTrait::IsTerminator>();
    for (Operation *op : arrival)
      if (keepsItsPlace(op) && !(hasTerminator && op == last))
        place(op);
    if (hasTerminator)
      for (Operation *producer : producersOf(last))
        place(producer);
    // What no effect needs.
    for (Operation *op : arrival)
      if (op->use_empty() && !(hasTerminator && op == last))
        place(op);
    if (hasTerminator)
      place(last);
  }

  /// Depth first, with a stack of its own: a kernel may be a long chain.
  void place(Operation *first) {
    struct Frame {
      Operation *op;
      SmallVector<Operation *> before;
      size_t next = 0;
    };
    SmallVector<Frame, 0> stack;
    auto visit = [&](Operation *op) {
      if (!placed.contains(op))
        stack.push_back({op, placedBefore(op)});
    };
    visit(first);
    while (!stack.empty()) {
      Frame &frame = stack.back();
      if (frame.next < frame.before.size()) {
        visit(frame.before[frame.next++]);
      } else {
        placed.insert(frame.op);
        stack.pop_back();
      }
    }
  }

  /// What must stand before `op`: its operands, and what reads what it overwrites.
  SmallVector<Operation *> placedBefore(Operation *op) const {
    SmallVector<Operation *> before = producersOf(op);
    llvm::SmallDenseSet<Value> written = memoriesOf<ir::WriteOp>(op);
    if (written.empty())
      return before;
    for (Operation *other : order)
      if (arrivals.lookup(other) < arrivals.lookup(op) &&
          llvm::any_of(memoriesOf<ir::ReadOp>(other), [&](Value m) { return written.contains(m); }))
        before.push_back(other);
    return before;
  }

  SmallVector<Operation *> producersOf(Operation *op) const {
    SmallVector<Operation *> producers;
    op->walk<WalkOrder::PreOrder>([&](Operation *user) {
      for (Value operand : user->getOperands())
        if (Operation *producer = operand.getDefiningOp();
            producer && producer->getBlock() == &block)
          producers.push_back(producer);
    });
    return producers;
  }

  Block &block;
  SmallVector<Operation *> arrival; ///< as the calls arrived
  llvm::DenseMap<Operation *, unsigned> arrivals;
  llvm::SmallVector<Operation *, 0> order; ///< what placedBefore goes by
  llvm::SetVector<Operation *> placed;
};
} // namespace

void orderByOperands(Block &block) {
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        orderByOperands(nested);
  Orderer(block).run();
}

} // namespace wave::frontend
