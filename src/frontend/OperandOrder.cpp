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

static bool writesAny(Operation *op) {
  return op->walk([](ir::WriteOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

static bool keepsItsPlace(Operation *op) {
  return ir::isConstraint(op) || op->hasTrait<OpTrait::IsTerminator>() || writesAny(op);
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
      placeOperands(last);
    // What no effect needs.
    for (Operation *op : arrival)
      if (op->use_empty() && !(hasTerminator && op == last))
        place(op);
    if (hasTerminator)
      place(last);
  }

  void place(Operation *op) {
    if (placed.contains(op))
      return;
    placeOperands(op);
    placeOverwrittenReads(op);
    placed.insert(op);
  }

  void placeOperands(Operation *op) {
    op->walk<WalkOrder::PreOrder>([&](Operation *user) {
      for (Value operand : user->getOperands())
        if (Operation *producer = operand.getDefiningOp();
            producer && producer->getBlock() == &block)
          place(producer);
    });
  }

  void placeOverwrittenReads(Operation *writer) {
    llvm::SmallDenseSet<Value> written = memoriesOf<ir::WriteOp>(writer);
    if (written.empty())
      return;
    for (Operation *op : order)
      if (arrivals[op] < arrivals[writer] &&
          llvm::any_of(memoriesOf<ir::ReadOp>(op), [&](Value m) { return written.contains(m); }))
        place(op);
  }

  Block &block;
  SmallVector<Operation *> arrival; ///< as the calls arrived
  llvm::DenseMap<Operation *, unsigned> arrivals;
  llvm::SmallVector<Operation *, 0> order; ///< what placeOverwrittenReads goes by
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
