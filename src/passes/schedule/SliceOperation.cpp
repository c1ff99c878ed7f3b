//===- SliceOperation.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/SliceOperation.h"

#include "llvm/ADT/TypeSwitch.h"

#include "passes/distribute/TileLayouts.h"

using namespace mlir;

namespace wave {

/// The end of a slice along its dimension, in elements of a wave's part.
static int64_t endOf(ir::SliceAttr slice) {
  return slice.beginOf(slice.getNumber() + 1) * slice.getUnit();
}

bool isByElement(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         (ir::isElementwise(op) || isa<ir::MaskOp, ir::CastOp>(op));
}

/// The first tile of the chain of reads behind `value` that has all of a slice; `value` where
/// nothing is read in slices along that dimension.
static Value firstWith(OpBuilder &builder, Value value, ir::SliceAttr needed) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<ir::ReadOp, ir::SharedReadOp>(op)) {
    const ir::SliceAttr own = ir::sliceOf(op);
    if (!own || own.getDim() != needed.getDim())
      return value;
    Value first = value;
    for (Value tile = value; tile && endOf(ir::sliceOf(tile.getDefiningOp())) >= endOf(needed);
         tile = ir::intoOf(tile.getDefiningOp()))
      first = tile;
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

static void takeOperandsEarly(Operation *op) {
  const ir::SliceAttr slice = ir::sliceOf(op);
  if (!slice)
    return;
  OpBuilder builder(op);
  SmallVector<OpOperand *> operands;
  if (auto mma = dyn_cast<ir::MmaOp>(op))
    operands = {&mma.getLhsMutable(), &mma.getRhsMutable()};
  else if (auto write = dyn_cast<ir::SharedWriteOp>(op))
    operands = {&write.getValueMutable()};
  for (OpOperand *operand : operands) {
    Operation *before = operand->get().getDefiningOp();
    operand->set(firstWith(builder, operand->get(), slice));
    eraseUnused(before);
  }
}

std::optional<ir::SliceUnits> unitsOfFill(Operation *fill, StringRef dim) {
  const TileLayouts layouts(fill->getParentOfType<ir::KernelOp>());
  if (auto copy = dyn_cast<ir::CopyOp>(fill)) {
    const ir::TileType tile = copy.getTile();
    return layouts.unitsOfCopy(tile, tile.getDims(), layouts.waveCount(), dim);
  }
  auto write = dyn_cast<ir::SharedWriteOp>(fill);
  auto read = write ? write.getValue().getDefiningOp<ir::ReadOp>() : cast<ir::ReadOp>(fill);
  if (!read)
    return std::nullopt;
  return layouts.unitsOfCopy(read.getResult().getType(),
                             accessOrder(read, read.getMemory().getType()), layouts.waveCount(),
                             dim);
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
    auto slice = cast<ir::SliceOpInterface>(builder.clone(*op));
    const auto attr =
        ir::SliceAttr::get(op->getContext(), dim, number, count, units.count, units.extent);
    slice.setSliceAttr(attr);
    if (number > 0)
      slice.continueFrom(slices.back());
    slices.push_back(slice);
  }
  op->replaceAllUsesWith(op->getNumResults() == 0 ? ValueRange() : slices.back()->getResults());
  op->erase();
  for (Operation *slice : slices)
    takeOperandsEarly(slice);
  if (isa<ir::ReadOp, ir::SharedReadOp>(slices.back())) {
    Value tile = slices.back()->getResult(0);
    for (ir::MmaOp mma : mmasOf(tile))
      takeOperandsEarly(mma);
    const SmallVector<Operation *> users(tile.getUsers());
    for (Operation *user : users)
      if (isa<ir::SharedWriteOp>(user))
        takeOperandsEarly(user);
  }
  return slices;
}

} // namespace wave
