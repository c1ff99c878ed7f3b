//===- BlockMmas.cpp - MMAs, and what waits for them ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/BlockCode.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace wave::gpu {

ir::MmaOp BlockCode::mmaOf(Value tile) {
  if (auto mma = tile.getDefiningOp<ir::MmaOp>())
    return isa<ir::BufferType>(mma.getRhs().getType()) ? mma : nullptr;
  if (auto loop = tile.getDefiningOp<ir::IterateOp>())
    return mmaOf(loop.getYield().getValues()[cast<OpResult>(tile).getResultNumber()]);
  if (auto choice = tile.getDefiningOp<ir::IfOp>(); choice && ir::isInPlace(tile))
    return mmaOf(choice.getThen().front().getTerminator()->getOperand(
        cast<OpResult>(tile).getResultNumber()));
  return nullptr;
}

ir::MmaOp BlockCode::taker(Value tile) {
  ir::MmaOp taker;
  for (OpOperand &use : tile.getUses())
    if (auto mma = dyn_cast<ir::MmaOp>(use.getOwner());
        mma && &use == &mma.getAccumulatorMutable() &&
        isa<ir::BufferType>(mma.getRhs().getType())) {
      if (taker)
        return nullptr;
      taker = mma;
    }
  return taker;
}

bool BlockCode::staysInPlace(Value tile, ir::IterateOp loop, unsigned number) {
  Value argument = loop.getCarried()[number];
  if (!argument.hasOneUse())
    return false;
  for (Value value = tile; value != argument;) {
    if (auto mma = value.getDefiningOp<ir::MmaOp>()) {
      if (value != tile && !taker(value))
        return false;
      value = mma.getAccumulator();
    } else if (auto inner = value.getDefiningOp<ir::IterateOp>()) {
      value = inner.getInit()[cast<OpResult>(value).getResultNumber()];
    } else {
      return !isa<BlockArgument>(value); // what is computed anew is in registers of its own
    }
  }
  return true;
}

bool BlockCode::isAddedToInPlace(ir::MmaOp mma) {
  Value before = mma.getAccumulator();
  auto argument = dyn_cast<BlockArgument>(before);
  if (!argument)
    return taker(before) && (before.hasOneUse() || before.getDefiningOp<ir::MmaOp>());
  auto loop = cast<ir::IterateOp>(argument.getOwner()->getParentOp());
  const unsigned number = *loop.carriedNumber(argument);
  return staysInPlace(loop.getYield().getValues()[number], loop, number);
}

bool BlockCode::isHandedOnInPlace(Value tile) {
  return llvm::all_of(tile.getUses(), [&](OpOperand &use) {
    auto loop = dyn_cast<ir::IterateOp>(use.getOwner()->getParentOp());
    return !loop || !isa<ir::YieldOp>(use.getOwner()) ||
           staysInPlace(tile, loop, use.getOperandNumber());
  });
}

LaneCode::Values BlockCode::accumulatorsBefore(LaneCode &code, ir::MmaOp mma) {
  Value tile = mma.getAccumulator();
  if (auto kept = taken.find(tile); kept != taken.end())
    return kept->second;
  const auto found = accumulators.find(tile);
  auto number = tile.getDefiningOp<ir::RegisterOp>();
  if (found == accumulators.end() && number &&
      cast<FloatAttr>(number.getValue()).getValue().isPosZero())
    return role->emptyAccumulators(code, mma);
  LaneCode::Values before = found != accumulators.end()
                                ? found->second
                                : role->packAccumulators(code, mma, valueOf(tile));
  if (mma.getInTensorMemory() || isAddedToInPlace(mma))
    return before;
  const gpu::RoleTarget &registers = *target.roles();
  return role->packAccumulators(
      code, mma,
      TileRegisters::from(
          code, tileOf(tile),
          registers.copyRegisters(code, registers.unpackAccumulators(code, before))));
}

void BlockCode::lowerOp(LaneCode &code, ir::MmaWaitOp op) {
  llvm::SetVector<Value> used;
  if (op.getPending() == 0)
    for (Operation *later = op->getNextNode(); later; later = later->getNextNode())
      later->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (accumulators.contains(operand))
            used.insert(operand);
      });
  LaneCode::Values waiting;
  for (Value tile : used)
    llvm::append_range(waiting, accumulators.find(tile)->second);
  SmallVector<Value> numbers =
      target.roles()->waitForMmas(code, static_cast<int64_t>(op.getPending()), waiting);
  ArrayRef<Value> left = numbers;
  for (Value tile : used) {
    const auto count = static_cast<size_t>(TileRegisters::countOf(tileOf(tile)));
    const ArrayRef<Value> own = left.take_front(count);
    // An MMA goes on in these registers: what else uses the accumulator, now or later, has others.
    ir::MmaOp next = tile.hasOneUse() ? nullptr : taker(tile);
    if (next)
      taken[tile] =
          role->packAccumulators(code, next, TileRegisters::from(code, tileOf(tile), own));
    set(tile, TileRegisters::from(code, tileOf(tile),
                                  next || !isHandedOnInPlace(tile)
                                      ? target.roles()->copyRegisters(code, own)
                                      : SmallVector<Value>(own)));
    left = left.drop_front(count);
    accumulators.erase(tile);
  }
}

void BlockCode::lowerOp(LaneCode &code, ir::MmaOp op) {
  if (isa<ir::BufferType>(op.getRhs().getType())) {
    const TileRegisters *lhs =
        isa<ir::BufferType>(op.getLhs().getType()) ? nullptr : &valueOf(op.getLhs());
    const LaneCode::Values before = accumulatorsBefore(code, op);
    accumulators.insert_or_assign(op.getResult(), role->issueMmas(code, op, lhs, before));
    return;
  }
  const machine::Mma &row = *machine::mmaNamed(op.getMmaType()->str());
  ir::MmaDims dims = ir::mmaDims(op);
  ir::TileType lhs = tileOf(op.getLhs());
  ir::TileType accumulator = tileOf(op.getAccumulator());
  const int64_t m = TileRegisters::repeats(accumulator, dims.m, row.m),
                n = TileRegisters::repeats(accumulator, dims.n, row.n);
  const int64_t k = TileRegisters::repeats(lhs, dims.k, row.k);
  // Over what it is repeated: how often, and which of its parts each tile has.
  struct Repeated {
    ir::ExprAttr dim;
    int64_t count;
  };
  SmallVector<Repeated> repeated;
  int64_t times = 1;
  for (ir::ExprAttr dim : dims.repeated) {
    const ir::TileType own = accumulator.hasDim(dim) ? accumulator : lhs;
    repeated.push_back({dim, TileRegisters::repeats(own, dim, 1)});
    times *= repeated.back().count;
  }
  const auto partOf = [&](ir::TileType tile, int64_t time) {
    int64_t part = 0, parts = 1;
    for (const Repeated &each : repeated) {
      if (tile.hasDim(each.dim)) {
        part += time % each.count * parts;
        parts *= each.count;
      }
      time /= each.count;
    }
    return part;
  };
  // The order of TileLayouts::ofMma: the instruction's own registers, then k, n, m, and the others.
  const int64_t lhsLength = row.m * row.k / row.threadsPerWave;
  const int64_t rhsLength = row.n * row.k / row.threadsPerWave;
  const int64_t length = row.m * row.n / row.threadsPerWave;
  const TileRegisters &a = valueOf(op.getLhs()), &b = valueOf(op.getRhs());
  const TileRegisters &c = valueOf(op.getAccumulator());
  SmallVector<Value> parts;
  for (int64_t i = 0, count = TileRegisters::countOf(accumulator) / length; i < count; ++i)
    parts.push_back(c.get(code, i * length, length));
  // The part of the MMA that a schedule has left to this operation.
  const ir::SliceAttr slice = op.getSliceAttr();
  const auto isInSlice = [&](int64_t time, int64_t i, int64_t j, int64_t step) {
    if (!slice)
      return true;
    for (auto [dim, unit] : {std::pair(dims.m, i), {dims.n, j}, {dims.k, step}})
      if (slice.getDim() == dim.getValue().str())
        return slice.hasUnit(unit);
    for (const Repeated &each : repeated) {
      if (slice.getDim() == each.dim.getValue().str())
        return slice.hasUnit(time % each.count);
      time /= each.count;
    }
    llvm_unreachable("a slice is along a dimension of the MMA");
  };
  const ir::TileType rhs = tileOf(op.getRhs());
  // Accumulators that are next to each other do not wait for each other.
  for (int64_t time = 0; time < times; ++time)
    for (int64_t step = 0; step < k; ++step)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t j = 0; j < n; ++j) {
          if (!isInSlice(time, i, j, step))
            continue;
          Value x = a.get(code, ((partOf(lhs, time) * m + i) * k + step) * lhsLength, lhsLength);
          Value y = b.get(code, ((partOf(rhs, time) * n + j) * k + step) * rhsLength, rhsLength);
          Value &part = parts[static_cast<size_t>((partOf(accumulator, time) * m + i) * n + j)];
          part = target.mma(code, row, x, y, part);
        }
  set(op.getResult(), TileRegisters::from(code, accumulator, parts));
}

} // namespace wave::gpu
