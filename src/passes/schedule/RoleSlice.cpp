//===- RoleSlice.cpp ------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/RoleSlice.h"

#include "dialect/Schedule.h"

using namespace mlir;

namespace wave {

RoleSlice::RoleSlice(ArrayRef<Operation *> roots) {
  for (Operation *root : roots)
    if (auto write = dyn_cast<ir::ScalarWriteOp>(root))
      scalars[write.getRing()] = write.getValue();
  for (Operation *root : roots)
    need(root);
}

Value RoleSlice::ownScalar(Operation *op) const {
  auto read = dyn_cast<ir::ScalarReadOp>(op);
  return read ? scalars.lookup(read.getRing()) : Value();
}

void RoleSlice::need(Operation *op) {
  if (isa<ir::KernelOp, ir::RoleOp>(op) || !needed.insert(op).second)
    return;
  if (auto loop = dyn_cast<ir::IterateOp>(op)) {
    carried[op].resize(loop->getNumResults());
    for (Value bound : {loop.getCount(), loop.getBegin(), loop.getEnd()})
      if (bound)
        need(bound);
    if (loop.isWhile()) {
      need(loop.getStart());
      for (Value operand : loop.getConditionOperands())
        need(operand);
      need(loop.getYield().getNext());
    }
    return need(op->getParentOp());
  }
  for (Value operand : op->getOperands())
    need(operand);
  // Ways are whole.
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        need(operand);
    });
  need(op->getParentOp());
}

void RoleSlice::need(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (auto loop = dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp())) {
      if (std::optional<unsigned> number = loop.carriedNumber(value))
        needCarried(loop, *number);
      else
        need(loop); // its counter
    }
    return; // the kernel's are there
  }
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast<ir::IterateOp>(op))
    return needCarried(loop, cast<OpResult>(value).getResultNumber());
  if (Value own = ownScalar(op))
    return need(own);
  if (!ir::isDeclaration(op))
    need(op);
}

void RoleSlice::needCarried(ir::IterateOp loop, unsigned number) {
  need(loop);
  if (carried[loop].test(number))
    return;
  carried[loop].set(number);
  need(loop.getInit()[number]);
  need(loop.getYield().getValues()[number]);
}

bool RoleSlice::isCloned(Operation *op) const {
  if (!ir::insertionOf(op))
    return needed.contains(op);
  Operation *anchor = ir::anchorOf(op);
  return needed.contains(anchor ? anchor : op->getParentOp());
}

void RoleSlice::clone(Block &program, OpBuilder &to, IRMapping &mapping) const {
  for (Operation &op : program) {
    if (Value own = ownScalar(&op))
      mapping.map(op.getResult(0), mapping.lookupOrDefault(own));
    if (!isCloned(&op))
      continue;
    if (auto loop = dyn_cast<ir::IterateOp>(op))
      cloneLoop(loop, to, mapping);
    else
      to.clone(op, mapping);
  }
}

void RoleSlice::cloneLoop(ir::IterateOp loop, OpBuilder &to, IRMapping &mapping) const {
  const llvm::SmallBitVector &kept = carried.find(loop)->second;
  SmallVector<Value> init;
  SmallVector<Type> types;
  for (unsigned number : kept.set_bits()) {
    init.push_back(mapping.lookupOrDefault(loop.getInit()[number]));
    types.push_back(loop.getResult(number).getType());
  }
  auto cloned = [&](Value value) { return value ? mapping.lookupOrDefault(value) : Value(); };
  auto own = ir::IterateOp::create(to, loop.getLoc(), types, loop.getAxisAttr(), init,
                                   cloned(loop.getCount()), loop.getStagesAttr(), loop.getTagAttr(),
                                   cloned(loop.getStart()), loop.getConditionAttr(),
                                   llvm::map_to_vector(loop.getConditionOperands(), cloned),
                                   cloned(loop.getBegin()), cloned(loop.getEnd()));
  own->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block &body = own.addBody();
  mapping.map(loop.getCounter(), own.getCounter());
  for (auto [i, number] : llvm::enumerate(kept.set_bits())) {
    mapping.map(loop.getCarried()[number],
                body.addArgument(types[i], loop.getCarried()[number].getLoc()));
    mapping.map(loop.getResult(number), own.getResult(static_cast<unsigned>(i)));
  }
  OpBuilder inside = OpBuilder::atBlockEnd(&body);
  clone(*loop.getBlock(), inside, mapping);
  SmallVector<Value> next;
  for (unsigned number : kept.set_bits())
    next.push_back(mapping.lookupOrDefault(loop.getYield().getValues()[number]));
  ir::YieldOp::create(inside, loop.getYield().getLoc(), next, cloned(loop.getYield().getNext()));
  mapping.map(loop.getOperation(), own.getOperation());
}

} // namespace wave
