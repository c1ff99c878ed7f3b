//===- SliceOperation.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/SliceOperation.h"

using namespace mlir;

namespace wave {

/// The end of a slice along its dimension, in elements of a wave's part.
static int64_t endOf(ir::SliceAttr slice) {
  return slice.beginOf(slice.getNumber() + 1) * slice.getUnit();
}

/// Whether each element of the result is made of those at its place: not a memory's, nor a sum.
static bool isByElement(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         (ir::isElementwise(op) || isa<ir::MaskOp, ir::CastOp>(op));
}

/// The first tile of the chain of reads behind `value` that has all of a slice; `value` where
/// nothing is read in slices along that dimension.
static Value firstWith(OpBuilder &builder, Value value, ir::SliceAttr needed) {
  Operation *op = value.getDefiningOp();
  if (auto read = dyn_cast_or_null<ir::SharedReadOp>(op)) {
    const ir::SliceAttr own = read.getSliceAttr();
    if (!own || own.getDim() != needed.getDim())
      return value;
    Value first = value;
    for (auto earlier = read; earlier && endOf(earlier.getSliceAttr()) >= endOf(needed);
         earlier = earlier.getInto() ? earlier.getInto().getDefiningOp<ir::SharedReadOp>()
                                     : nullptr)
      first = earlier.getResult();
    return first;
  }
  if (!op || !isByElement(op))
    return value;
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(firstWith(builder, operand, needed));
  if (llvm::equal(operands, op->getOperands()))
    return value;
  Operation *early = builder.clone(*op);
  early->setOperands(operands);
  return early->getResult(0);
}

static void eraseUnused(Operation *op) {
  if (!op || !isByElement(op) || !op->use_empty())
    return;
  const SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand.getDefiningOp());
}

static void takeOperandsEarly(ir::MmaOp mma) {
  const ir::SliceAttr slice = mma.getSliceAttr();
  if (!slice)
    return;
  OpBuilder builder(mma);
  for (OpOperand *operand : {&mma.getLhsMutable(), &mma.getRhsMutable()}) {
    Operation *before = operand->get().getDefiningOp();
    operand->set(firstWith(builder, operand->get(), slice));
    eraseUnused(before);
  }
}

SmallVector<ir::MmaOp> mmasOf(Value tile) {
  SmallVector<ir::MmaOp> mmas;
  for (OpOperand &use : tile.getUses())
    if (auto mma = dyn_cast<ir::MmaOp>(use.getOwner()); mma && &use != &mma.getAccumulatorMutable())
      mmas.push_back(mma);
    else if (isByElement(use.getOwner()))
      llvm::append_range(mmas, mmasOf(use.getOwner()->getResult(0)));
  return mmas;
}

SmallVector<Operation *> sliceOperation(Operation *op, StringAttr dim, int64_t count,
                                        ir::SliceUnits units) {
  OpBuilder builder(op);
  SmallVector<Operation *> slices;
  for (int64_t number = 0; number < count; ++number) {
    Operation *slice = builder.clone(*op);
    const auto attr =
        ir::SliceAttr::get(op->getContext(), dim, number, count, units.count, units.extent);
    if (auto mma = dyn_cast<ir::MmaOp>(slice)) {
      mma.setSliceAttr(attr);
      if (number > 0)
        mma.getAccumulatorMutable().set(slices.back()->getResult(0));
    } else {
      auto read = cast<ir::SharedReadOp>(slice);
      read.setSliceAttr(attr);
      if (number > 0)
        read.getIntoMutable().assign(slices.back()->getResult(0));
    }
    slices.push_back(slice);
  }
  op->getResult(0).replaceAllUsesWith(slices.back()->getResult(0));
  op->erase();
  SmallVector<ir::MmaOp> mmas;
  if (isa<ir::MmaOp>(slices.front()))
    for (Operation *slice : slices)
      mmas.push_back(cast<ir::MmaOp>(slice));
  else
    mmas = mmasOf(slices.back()->getResult(0));
  for (ir::MmaOp mma : mmas)
    takeOperandsEarly(mma);
  return slices;
}

} // namespace wave
