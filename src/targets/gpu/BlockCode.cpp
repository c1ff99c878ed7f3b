//===- BlockCode.cpp -----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/gpu/BlockCode.h"

#include "llvm/ADT/TypeSwitch.h"

#include "analysis/TensorAccumulators.h"
#include "dialect/ElementTypes.h"
#include "targets/gpu/Elementwise.h"
#include "targets/gpu/OrderByUse.h"

using namespace mlir;

namespace wave::gpu {

BlockCode::BlockCode(ir::KernelOp kernel, const LaneTarget &target, LaneCode &entry,
                     const MemoryArguments &memories, Value shared, int64_t lanes,
                     int64_t firstWave)
    : target(target), positions(entry, target, lanes, firstWave),
      access(kernel, target, positions, memories, shared), ranges(kernel), flights(kernel) {
  for (auto &[symbol, value] : memories.launchSymbols())
    positions.setLaunchSymbol(symbol.getValue(), value,
                              kernel.getScalar(*symbol.getSymbol()) ? Positions::Sign::Any
                                                                    : Positions::Sign::Natural);
}

void BlockCode::run(LaneCode &code, const analysis::Roles &roles, const analysis::Role &own,
                    const TensorMaps &maps, Value shared, Value tensorBase, Value isIssuing) {
  role.emplace(roles, own, *target.roles(), positions, maps, shared, tensorBase);
  ir::RoleOp op = own.op;
  if (isIssuing) {
    SmallVector<Operation *> meetings;
    op.walk([&](ir::ReinitialiseOp meeting) { meetings.push_back(meeting); });
    if (!meetings.empty())
      ofAllLanes.emplace(Meetings{RoleSlice(meetings), isIssuing});
  }
  if (ofAllLanes)
    run(code, &op.getBody().front());
  code.where(isIssuing, [&] {
    if (!ofAllLanes)
      run(code, &op.getBody().front());
    role->finish(code);
  });
  // Accumulators in tensor memory come into registers all at once.
  if (!analysis::loadsAccumulators(op))
    return;
  SmallVector<Block *> blocks{code.builder.getInsertionBlock()};
  for (Operation &each : *blocks.front())
    each.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    orderByUse(*block, [&](Value pointer) { return access.isOnlyRead(pointer); });
}

/// What meetings need, in the block and in the loops around them, and what those lanes do that
/// issue.
void BlockCode::runWithMeetings(LaneCode &code, Block *block) {
  const auto isOfAll = [&](Operation &op) { return ofAllLanes->needed.contains(&op); };
  const auto lowerAt = [&](LaneCode &at, Operation &op) {
    LaneCode here(at.builder, locationOf(&op));
    lower(here, &op);
  };
  for (Operation &op : *block)
    if (isOfAll(op) && isa<ir::ReadIndexOp>(op))
      lowerAt(code, op);
  code.where(ofAllLanes->isIssuing, [&] {
    for (Operation &op : *block)
      if (!isOfAll(op))
        lowerAt(code, op);
  });
  for (Operation &op : *block)
    if (isOfAll(op) && !isa<ir::ReadIndexOp>(op))
      lowerAt(code, op);
}

void BlockCode::run(LaneCode &code, Block *block) {
  if (ofAllLanes && llvm::any_of(*block, [&](Operation &op) {
        return ofAllLanes->needed.contains(&op) && !ir::isIndex(&op);
      }))
    return runWithMeetings(code, block);
  const bool keepsOrder =
      llvm::any_of(*block, llvm::IsaPred<ir::MmaOp>) && llvm::none_of(*block, letsCross);
  std::optional<OperationName> last;
  for (Operation &op : *block) {
    LaneCode here(code.builder, locationOf(&op));
    if (isa<ir::SchedBarrierOp>(op)) {
      last.reset(); // it keeps the order here
    } else if (keepsOrder && isScheduled(&op)) {
      if (last && *last != op.getName())
        target.keepOrder(here);
      last = op.getName();
    }
    lower(here, &op);
  }
}

bool BlockCode::isScheduled(Operation *op) {
  return isa<ir::SliceOpInterface, ir::BarrierOp>(op) || ir::isHint(op);
}

bool BlockCode::letsCross(Operation &op) {
  auto barrier = dyn_cast<ir::SchedBarrierOp>(op);
  return isa<ir::SchedGroupBarrierOp>(op) ||
         (barrier && (barrier.getAllow() || barrier.getTuples()));
}

Location BlockCode::locationOf(Operation *op) {
  auto tag = op->getAttrOfType<StringAttr>("tag");
  return tag ? Location(NameLoc::get(tag, op->getLoc())) : op->getLoc();
}

void BlockCode::set(Value value, TileRegisters registers) {
  tiles.insert_or_assign(value, std::move(registers));
}

void BlockCode::lower(LaneCode &code, Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case([&](ir::ReadOp read) {
        const TileRegisters *into = read.getInto() ? &valueOf(read.getInto()) : nullptr;
        set(read.getResult(), access.read(code, read, into));
      })
      .Case([&](ir::WriteOp write) { access.write(code, write, valueOf(write.getValue())); })
      .Case([&](ir::SharedReadOp read) {
        const TileRegisters *into = read.getInto() ? &valueOf(read.getInto()) : nullptr;
        set(read.getResult(), read.getRing().getType().isInTensorMemory()
                                  ? role->loadAccumulator(code, read)
                                  : access.read(code, read, into));
      })
      .Case([&](ir::SharedWriteOp write) {
        if (write.getInPlace()) // MMAs have put it there
          return;
        if (role)
          role->beginEpilogue(code, write);
        access.write(code, write, valueOf(write.getValue()));
        if (role)
          role->publish(code, write);
      })
      .Case([&](ir::CopyOutOp copy) {
        if (ir::pathOf(copy) == ir::AccessPath::Tma)
          role->copyOut(code, copy);
        else
          access.copyOut(code, copy);
      })
      .Case([&](ir::CopyOp copy) {
        if (!role)
          access.copy(code, copy, flights);
        else if (ir::pathOf(copy) == ir::AccessPath::Tma)
          role->copy(code, copy);
        else
          access.copyByElements(code, copy);
      })
      .Case([&](ir::AcquireOp acquire) { role->acquire(code, acquire); })
      .Case([&](ir::CommitOp commit) { role->commit(code, commit); })
      .Case([&](ir::WaitOp wait) { role->wait(code, wait); })
      .Case([&](ir::ReleaseOp release) { role->release(code, release); })
      .Case([&](ir::DrainOp drain) { role->drain(code, drain); })
      .Case([&](ir::ReinitialiseOp) { role->reinitialise(code); })
      .Case([&](ir::BarrierOp barrier) { lowerOp(code, barrier); })
      .Case([&](ir::ReadIndexOp read) {
        positions.setResult(read.getResult(), access.readIndex(code, read), Positions::Sign::Any);
      })
      .Case([&](ir::ScalarWriteOp write) { role->writeScalar(code, write); })
      .Case([&](ir::ScalarReadOp read) { role->readScalar(code, read); })
      .Case([&](ir::DebugLogOp log) { access.log(code, log, valueOf(log.getValue())); })
      .Case<ir::RegisterOp, ir::SelfIndexOp, ir::SplatOp, ir::CastOp, ir::MaskOp, ir::MmaOp,
            ir::ReduceOp, ir::PartialReduceOp, ir::MmaWaitOp, ir::IterateOp, ir::IfOp>(
          [&](auto known) { lowerOp(code, known); })
      .Default([&](Operation *other) {
        if (ir::isElementwise(other))
          return lowerElementwise(code, other);
        if (ir::isHint(other) && target.hints()) // else wave-erase-hints has not run
          return target.hints()->emit(code, other);
        // Declarations and yields are no code of a lane; indices, and views of slots, are computed
        // where they are used.
        if (!ir::isDeclaration(other) && !ir::isIndex(other) &&
            !isa<ir::YieldOp, ir::RoleOp>(other) && !isa<ir::ViewOp>(other))
          ir::reportUnknown(other, "code of a lane");
      });
}

/// Barriers count waves that arrive, wherever they do: those of a half pass another instruction
/// than the others.
void BlockCode::lowerOp(LaneCode &code, ir::BarrierOp op) {
  if (role)
    return role->barrier(code, op);
  const auto wait = [&] {
    const bool hasCopies = flights.areAny() && access.copiesPastRegisters();
    if (op.getCopies() && hasCopies)
      flights.wait(op, target.waitForCopies(code));
    target.barrier(code, op.getGlobal(), hasCopies);
    return LaneCode::Values();
  };
  const std::optional<ir::WaveHalf> half = op.getHalf();
  if (!half) {
    wait();
    return;
  }
  const auto kernel = op->getParentOfType<ir::KernelOp>();
  Value wave = positions.waveNumber();
  Value isFirst =
      code.compare(LaneCode::Compare::Less, wave, code.i32(ir::wavesPerBlock(kernel) / 2));
  const auto pass = [] { return LaneCode::Values(); };
  if (*half == ir::WaveHalf::First)
    code.branch(isFirst, {}, wait, pass);
  else
    code.branch(isFirst, {}, pass, wait);
}

void BlockCode::lowerOp(LaneCode &code, ir::RegisterOp op) {
  if (ir::isInPlace(op.getResult()))
    return;
  ir::TileType tile = op.getResult().getType();
  LaneCode::Values vectors;
  for (Type type : TileRegisters::typesOf(tile))
    vectors.push_back(code.constantVector(op.getValue(), LaneCode::countOf(type)));
  set(op.getResult(), {tile, vectors});
}

void BlockCode::lowerOp(LaneCode &code, ir::SelfIndexOp op) {
  ir::TileType tile = op.getResult().getType();
  const machine::Layout &layout = tile.getLayout().getValue();
  const std::string dim = tile.getDims().front().getName().getValue().str();
  const bool isWide = tile.getElementType().isInteger(64);
  const Expr start = positions.exprOf(op.getStart().front());
  Value begin = isWide ? positions.emit(code, start) : positions.emitNarrow(code, start);
  Value lane = positions.lanePart(layout, dim), wave = positions.wavePart(layout, dim);
  Value inTile = code.add(lane, wave);
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); ++reg) {
    const machine::Position position = layout.at(reg, 0, 0);
    auto along = position.find(dim);
    Value x = code.add(inTile, code.i32(along == position.end() ? 0 : along->second));
    parts.push_back(code.add(begin, isWide ? code.widen(x) : x));
  }
  set(op.getResult(), TileRegisters::from(code, tile, parts));
}

void BlockCode::lowerOp(LaneCode &code, ir::SplatOp op) {
  ir::TileType tile = op.getResult().getType();
  Value value;
  if (std::optional<StringRef> argument = op.getArgument()) // passed as bits
    value = code.fromBits(positions.emit(code, Expr::symbol(*argument)), tile.getElementType());
  else if (const Expr index = positions.exprOf(op.getIndex()); tile.getElementType().isInteger(64))
    value = positions.emit(code, index);
  else
    value = positions.emitNarrow(code, index);
  LaneCode::Values vectors;
  for (Type type : TileRegisters::typesOf(tile))
    vectors.push_back(isa<VectorType>(type) ? code.splat(value, LaneCode::countOf(type)) : value);
  set(op.getResult(), {tile, vectors});
}

void BlockCode::lowerOp(LaneCode &code, ir::CastOp op) {
  LaneCode::Values vectors;
  for (Value vector : valueOf(op.getValue()).values())
    vectors.push_back(code.convert(vector, dtypeOf(op.getValue()), dtypeOf(op.getResult())));
  set(op.getResult(), TileRegisters::from(code, tileOf(op.getResult()), vectors));
}

void BlockCode::lowerOp(LaneCode &code, ir::MaskOp op) {
  ir::TileType tile = op.getResult().getType();
  const TileRegisters &value = valueOf(op.getValue());
  Value fill = code.constantVector(op.getFill(), 1);
  SmallVector<Value> parts;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); ++reg) {
    Value part = value.get(code, reg, 1);
    Value inside = access.isInside(code, tile, op.getDims(), op.getStart(), reg);
    parts.push_back(inside ? code.choose(inside, part, fill) : part);
  }
  set(op.getResult(), TileRegisters::from(code, tile, parts));
}

int64_t BlockCode::registerBeside(ir::TileType narrow, ir::TileType wide, int64_t reg) {
  const machine::Digits &digits = wide.getLayout().getValue().registers();
  int64_t result = 0, radix = 1;
  for (const machine::Digit &digit : digits) {
    bool isShared = llvm::any_of(narrow.getDims(), [&](ir::DimAttr dim) {
      return dim.getName().getValue().str() == digit.dim;
    });
    if (isShared) {
      result += reg % digit.size * radix;
      radix *= digit.size;
    }
    reg /= digit.size;
  }
  return result;
}

Value BlockCode::beside(LaneCode &code, Value operand, ir::TileType result, int64_t reg,
                        int64_t count) {
  const TileRegisters &value = valueOf(operand);
  if (tileOf(operand).getDims().size() == result.getDims().size())
    return value.get(code, reg, count);
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i)
    parts.push_back(value.get(code, registerBeside(tileOf(operand), result, reg + i), 1));
  return code.join(parts);
}

void BlockCode::lowerElementwise(LaneCode &code, Operation *op) {
  ir::TileType tile = tileOf(op->getResult(0));
  const int64_t length = TileRegisters::lengthOf(tile);
  LaneCode::Values vectors;
  for (int64_t reg = 0; reg < TileRegisters::countOf(tile); reg += length) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(beside(code, operand, tile, reg, length));
    vectors.push_back(elementwise(code, target, op, operands));
  }
  set(op->getResult(0), {tile, vectors});
}

ValueRange BlockCode::setFront(Value value, ValueRange flat) {
  const size_t count = TileRegisters::typesOf(tileOf(value)).size();
  set(value, {tileOf(value), LaneCode::Values(flat.take_front(count))});
  return flat.drop_front(count);
}

LaneCode::Values BlockCode::carried(LaneCode &code, ir::IterateOp loop, ValueRange values) {
  LaneCode::Values flat;
  for (auto [value, next] : llvm::zip(values, loop.getYield().getValues())) {
    if (value.getType().isIndex()) {
      flat.push_back(positions.emit(code, positions.exprOf(value)));
      continue;
    }
    ir::MmaOp mma = mmaOf(next);
    if (!mma)
      llvm::append_range(flat, valueOf(value).values());
    else if (auto found = accumulators.find(value); found != accumulators.end())
      llvm::append_range(flat, found->second);
    else if (ir::isInPlace(value))
      llvm::append_range(flat, role->emptyAccumulators(code, mma));
    else // with no step this is the result
      llvm::append_range(flat, role->packAccumulators(code, mma, valueOf(value)));
  }
  return flat;
}

Positions::Sign BlockCode::signOf(Value index) {
  return ranges.isNonNegative(ranges.of(index)) ? Positions::Sign::Natural : Positions::Sign::Any;
}

void BlockCode::setCarried(ir::IterateOp loop, ValueRange values, ValueRange flat) {
  for (auto [value, argument, next] :
       llvm::zip(values, loop.getCarried(), loop.getYield().getValues())) {
    if (value.getType().isIndex()) {
      if (isa<BlockArgument>(value))
        positions.setArgument(value, flat.front(), signOf(argument));
      else
        positions.setResult(value, flat.front(), signOf(argument));
      flat = flat.drop_front();
      continue;
    }
    if (ir::MmaOp mma = mmaOf(next)) {
      const auto count = static_cast<size_t>(RoleCode::accumulatorCount(mma));
      accumulators.insert_or_assign(value, LaneCode::Values(flat.take_front(count)));
      flat = flat.drop_front(count);
      continue;
    }
    flat = setFront(value, flat);
  }
}

bool BlockCode::isReadAtOnce(Value accumulator, Block &body) {
  const auto isAddedTo = [&](OpOperand &use) {
    if (auto mma = dyn_cast<ir::MmaOp>(use.getOwner()))
      return &use == &mma.getAccumulatorMutable();
    auto loop = dyn_cast<ir::IterateOp>(use.getOwner());
    if (!loop)
      return false;
    const unsigned first = loop.getInitMutable().begin()->getOperandNumber();
    return mmaOf(loop.getYield().getValues()[use.getOperandNumber() - first]) != nullptr;
  };
  for (Operation &op : body) {
    if (auto wait = dyn_cast<ir::MmaWaitOp>(op); wait && wait.getPending() == 0)
      return false;
    const WalkResult result = op.walk([&](Operation *inner) {
      for (OpOperand &use : inner->getOpOperands())
        if (use.get() == accumulator && !isAddedTo(use))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

void BlockCode::unpackCarried(LaneCode &code, ir::IterateOp loop) {
  for (Value argument : loop.getCarried())
    if (auto found = accumulators.find(argument); found != accumulators.end() &&
                                                  !ir::isInPlace(argument) &&
                                                  isReadAtOnce(argument, *loop.getBlock()))
      set(argument, TileRegisters::from(code, tileOf(argument),
                                        target.roles()->unpackAccumulators(code, found->second)));
}

LaneCode::Values BlockCode::countedLoop(LaneCode &code, ir::IterateOp op) {
  Value count = positions.emit(code, positions.exprOf(op.getCount()));
  const LaneCode::Values init = carried(code, op, op.getInit());
  return code.loop(count, init, [&](Value step, ValueRange flat) {
    positions.enterBody(code);
    positions.setArgument(op.getCounter(), step, Positions::Sign::Natural);
    setCarried(op, op.getCarried(), flat);
    unpackCarried(code, op);
    run(code, op.getBlock());
    LaneCode::Values next = carried(code, op, op.getYield().getValues());
    positions.leaveBody();
    return next;
  });
}

/// The counter goes with what is carried, before it.
LaneCode::Values BlockCode::whileLoop(LaneCode &code, ir::IterateOp op) {
  const Positions::Sign sign = signOf(op.getCounter());
  const Expr condition = positions.conditionOf(op);
  LaneCode::Values init{positions.emit(code, positions.exprOf(op.getStart()))};
  llvm::append_range(init, carried(code, op, op.getInit()));
  LaneCode::Values results = code.loopWhile(
      init,
      [&](ValueRange flat) {
        positions.enterBody(code);
        positions.setArgument(op.getCounter(), flat.front(), sign);
        Value holds = positions.emitCondition(code, condition);
        positions.leaveBody();
        return holds;
      },
      [&](ValueRange flat) {
        positions.enterBody(code);
        positions.setArgument(op.getCounter(), flat.front(), sign);
        setCarried(op, op.getCarried(), flat.drop_front());
        unpackCarried(code, op);
        run(code, op.getBlock());
        LaneCode::Values next{positions.emit(code, positions.exprOf(op.getYield().getNext()))};
        llvm::append_range(next, carried(code, op, op.getYield().getValues()));
        positions.leaveBody();
        return next;
      });
  results.erase(results.begin());
  return results;
}

void BlockCode::lowerOp(LaneCode &code, ir::IterateOp op) {
  LaneCode::Values results = op.isWhile() ? whileLoop(code, op) : countedLoop(code, op);
  setCarried(op, op.getResults(), results);
  // Those that no step leaves running can be used as they are.
  for (Value result : op.getResults())
    if (auto found = accumulators.find(result);
        found != accumulators.end() && !ir::isInPlace(result))
      set(result, TileRegisters::from(code, tileOf(result),
                                      target.roles()->unpackAccumulators(code, found->second)));
}

void BlockCode::lowerOp(LaneCode &code, ir::IfOp op) {
  SmallVector<Type> types;
  for (Value result : op.getResults())
    if (ir::isInPlace(result)) // whether there is something to add to
      types.push_back(code.builder.getI1Type());
    else
      llvm::append_range(types, TileRegisters::typesOf(tileOf(result)));
  auto way = [&](Region &region) {
    run(code, &region.front());
    LaneCode::Values flat;
    for (auto [result, value] :
         llvm::zip_equal(op.getResults(), region.front().getTerminator()->getOperands()))
      if (!ir::isInPlace(result))
        llvm::append_range(flat, valueOf(value).values());
      else if (auto found = accumulators.find(value); found != accumulators.end())
        llvm::append_range(flat, found->second);
      else
        llvm::append_range(flat, role->emptyAccumulators(code, mmaOf(result)));
    return flat;
  };
  Value condition = positions.emitCondition(code, positions.exprOf(op.getCondition()));
  LaneCode::Values results = code.branch(
      condition, types, [&] { return way(op.getThen()); }, [&] { return way(op.getOtherwise()); });
  ValueRange flat = results;
  for (Value result : op.getResults())
    if (ir::isInPlace(result)) {
      accumulators.insert_or_assign(result, LaneCode::Values(flat.take_front(1)));
      flat = flat.drop_front();
    } else {
      flat = setFront(result, flat);
    }
}

} // namespace wave::gpu
