//===- TensorAccumulators.cpp ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/TensorAccumulators.h"

#include <bit>

#include "llvm/ADT/STLExtras.h"

#include "machine/MmaTable.h"

using namespace mlir;

namespace wave::analysis {

static bool isZero(ir::RegisterOp number) {
  auto real = dyn_cast<FloatAttr>(number.getValue());
  return real && real.getValue().isPosZero();
}

static Value yieldedBy(Region &way, Value result) {
  return way.front().getTerminator()->getOperand(cast<OpResult>(result).getResultNumber());
}

static bool carriesSum(ir::IterateOp loop, unsigned number);

/// Whether `value` is what `begin` is, with products added to it.
static bool addsTo(Value begin, Value value) {
  while (value != begin) {
    if (auto mma = value.getDefiningOp<ir::MmaOp>()) {
      value = mma.getAccumulator();
      continue;
    }
    if (auto choice = value.getDefiningOp<ir::IfOp>())
      return addsTo(begin, yieldedBy(choice.getThen(), value)) &&
             addsTo(begin, yieldedBy(choice.getOtherwise(), value));
    auto inner = value.getDefiningOp<ir::IterateOp>();
    if (!inner)
      return false;
    const unsigned carried = cast<OpResult>(value).getResultNumber();
    if (!carriesSum(inner, carried))
      return false;
    value = inner.getInit()[carried];
  }
  return true;
}

/// Whether what a step of the loop hands on is what it was given, with products added to it.
static bool carriesSum(ir::IterateOp loop, unsigned number) {
  return addsTo(loop.getCarried()[number], loop.getYield().getValues()[number]);
}

/// Which of the values that the loop carries begins with `use`; nothing for its other operands.
static std::optional<unsigned> initNumber(ir::IterateOp loop, OpOperand &use) {
  const unsigned first = loop.getInit().getBeginOperandIndex(), number = use.getOperandNumber();
  return number >= first && number - first < loop.getInit().size() ? std::optional(number - first)
                                                                   : std::nullopt;
}

static constexpr StringLiteral usedBefore =
    "something else uses the accumulator before it is complete";

/// Backwards from what an MMA adds to: where the accumulator takes the number that it begins with,
/// and the loops that carry it on the way.  On this way every value has one use, the next one.
static OpOperand *beginOf(ir::MmaOp mma, DenseSet<Value> &carried, std::string &reason) {
  OpOperand *begin = &mma.getAccumulatorMutable();
  for (;;) {
    if (auto zero = begin->get().getDefiningOp<ir::RegisterOp>())
      return isZero(zero) ? begin : (reason = "the accumulator does not start at 0", nullptr);
    if (!begin->get().hasOneUse())
      return reason = usedBefore, nullptr;
    if (auto before = begin->get().getDefiningOp<ir::MmaOp>()) {
      begin = &before.getAccumulatorMutable();
      continue;
    }
    if (auto choice = begin->get().getDefiningOp<ir::IfOp>()) { // both ways begin with the same
      Operation *yield = choice.getThen().front().getTerminator();
      begin = &yield->getOpOperand(cast<OpResult>(begin->get()).getResultNumber());
      continue;
    }
    ir::IterateOp loop;
    unsigned number = 0;
    if (auto argument = dyn_cast<BlockArgument>(begin->get())) {
      loop = dyn_cast<ir::IterateOp>(argument.getOwner()->getParentOp());
      number = loop ? *loop.carriedNumber(argument) : 0;
    } else {
      loop = begin->get().getDefiningOp<ir::IterateOp>();
      number = loop ? cast<OpResult>(begin->get()).getResultNumber() : 0;
    }
    if (!loop)
      return reason = "the accumulator does not start at 0", nullptr;
    if (!carriesSum(loop, number))
      return reason = "a loop carries what is computed from the accumulator", nullptr;
    carried.insert(loop.getCarried()[number]);
    begin = &loop.getInitMutable()[number];
  }
}

TensorAccumulator tensorAccumulatorOf(ir::MmaOp mma, std::string &reason) {
  DenseSet<Value> carried;
  TensorAccumulator result;
  result.begin = beginOf(mma, carried, reason);
  if (!result.begin)
    return {};
  result.whole = mma.getResult();
  while (result.whole.hasOneUse()) {
    OpOperand &use = *result.whole.use_begin();
    auto next = dyn_cast<ir::MmaOp>(use.getOwner());
    auto loop = dyn_cast<ir::IterateOp>(use.getOwner());
    auto around = dyn_cast<ir::IterateOp>(use.getOwner()->getParentOp());
    auto choice = dyn_cast<ir::IfOp>(use.getOwner()->getParentOp());
    if (next && &use == &next.getAccumulatorMutable()) {
      result.whole = next.getResult();
    } else if (std::optional<unsigned> number = loop ? initNumber(loop, use) : std::nullopt;
               number && carriesSum(loop, *number)) {
      result.whole = loop.getResult(*number);
    } else if (around && isa<ir::YieldOp>(use.getOwner()) &&
               carried.contains(around.getCarried()[use.getOperandNumber()])) {
      result.whole = around.getResult(use.getOperandNumber());
    } else if (choice && isa<ir::YieldOp>(use.getOwner())) {
      result.whole = choice.getResult(use.getOperandNumber());
    } else {
      break;
    }
  }
  // In a loop that carries it on, the next iteration adds to it.
  Region *last = result.whole.getParentRegion();
  if (llvm::any_of(carried,
                   [&](Value argument) { return argument.getParentRegion()->isAncestor(last); })) {
    reason = usedBefore;
    return {};
  }
  return result;
}

ir::SharedWriteOp ringWriteOf(ir::MmaOp mma) {
  std::string reason;
  const TensorAccumulator sum = tensorAccumulatorOf(mma, reason);
  for (Operation *user : sum.whole.getUsers())
    if (auto write = dyn_cast<ir::SharedWriteOp>(user))
      return write;
  return {};
}

int64_t columnsPerSlot(Value ring) {
  int64_t elements = 1;
  for (ir::DimAttr dim : cast<ir::BufferType>(ring.getType()).getDims())
    elements *= *dim.getConstantSize();
  ir::MmaOp mma = ir::productInto(ring);
  const machine::Mma &row = *machine::mmaNamed(mma.getMmaType()->str());
  return row.tensorColumns(elements / row.m);
}

int64_t tensorColumnsOf(ir::KernelOp kernel) {
  constexpr uint64_t fewest = 32;
  uint64_t columns = 0;
  for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
    if (ring.getRing().getType().isInTensorMemory())
      columns += static_cast<uint64_t>(ring.getRing().getType().getSlots() *
                                       columnsPerSlot(ring.getRing()));
  return columns == 0 ? 0 : static_cast<int64_t>(std::bit_ceil(std::max(columns, fewest)));
}

bool loadsAccumulators(ir::RoleOp role) {
  return role
      .walk([](ir::SharedReadOp read) {
        return read.getRing().getType().isInTensorMemory() ? WalkResult::interrupt()
                                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace wave::analysis
