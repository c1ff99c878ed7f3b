//===- LoopPipeline.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/LoopPipeline.h"

#include "mlir/IR/IRMapping.h"

#include "dialect/IndexValues.h"
#include "dialect/Schedule.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave {

using analysis::LoopSchedule;

namespace {

/// One loop, taken apart and put together again by a schedule.
class Pipeline {
public:
  Pipeline(ir::IterateOp loop, const LoopSchedule &schedule, bool orderTuples)
      : loop(loop), schedule(schedule), orderTuples(orderTuples), stages(schedule.stages()),
        counter(indices.of(loop.getCounter()).str()), count(indices.of(loop.getCount())) {
    for (Operation &op : loop.getBlock()->without_terminator())
      if (schedule.times.contains(&op)) // indices are made anew where something uses them
        ops.push_back(&op);
    analysis::sortByIssue(ops, schedule);
    findAges();
  }

  /// Emits the pipelined loop, which needs at least stages - 1 steps; its results.
  SmallVector<Value> emit(OpBuilder &at) {
    builder = &at;
    for (int64_t trip = 0; trip < stages - 1; ++trip) {
      issued = {{ir::LoopPart::Prologue, trip}};
      emitTrip(trip, Expr::constant(trip), [&](int64_t stage) { return stage <= trip; });
    }
    issued = {{ir::LoopPart::Kernel, 0}};
    emitSteady();
    for (int64_t trip = 0; !schedule.hasNoEpilogue && trip < stages - 1; ++trip) {
      issued = {{ir::LoopPart::Epilogue, trip}};
      emitTrip(stages + trip, count + trip, [&](int64_t stage) { return stage > trip; });
    }
    SmallVector<Value> results;
    for (BlockArgument argument : loop.getCarried())
      results.push_back(
          valueIn(argument, stages - 1 + (schedule.hasNoEpilogue ? 0 : stageOf(argument))));
    return results;
  }

  /// Whether what an iteration hands on is made before the next one uses it, in every trip.  A
  /// schedule that is legal for its few iterations alone need not be so.
  bool isSteady() const {
    llvm::DenseMap<Operation *, size_t> places;
    for (const auto &[place, op] : llvm::enumerate(ops))
      places[op] = place;
    return llvm::all_of(ops, [&](Operation *op) {
      const int64_t stage = schedule.times.lookup(op).stage;
      return !op->walk([&](Operation *inner) {
                  for (Value operand : inner->getOperands())
                    if (auto argument = dyn_cast<BlockArgument>(operand);
                        argument && isOfBody(argument) && !argument.getType().isIndex())
                      if (const int64_t age = ageAt(argument, stage);
                          age < 0 ||
                          (age == 0 &&
                           places.lookup(yielded(argument).getDefiningOp()) >= places.lookup(op)))
                        return WalkResult::interrupt();
                  return WalkResult::advance();
                }).wasInterrupted();
    });
  }

  /// The same for at most stages - 1 iterations, which are all prologue and epilogue.
  SmallVector<Value> emitShort(OpBuilder &at, int64_t iterations) {
    builder = &at;
    defineInitial();
    for (int64_t trip = 0; iterations > 0 && trip < iterations + stages - 1; ++trip) {
      issued = {{ir::LoopPart::Prologue, trip}, {ir::LoopPart::Epilogue, trip - iterations}};
      emitTrip(trip, Expr::constant(trip),
               [&](int64_t stage) { return stage <= trip && trip - stage < iterations; });
    }
    SmallVector<Value> results;
    for (BlockArgument argument : loop.getCarried())
      results.push_back(valueIn(argument, iterations - 1 + stageOf(argument)));
    return results;
  }

private:
  /// A value made in the body; or an argument of it, which stands for what the step before
  /// yielded, and exists before the first step.
  using Key = Value;

  int64_t stageOf(Key key) const {
    if (auto argument = dyn_cast<BlockArgument>(key))
      return schedule.times.lookup(yielded(argument).getDefiningOp()).stage;
    return schedule.times.lookup(key.getDefiningOp()).stage;
  }
  Value yielded(BlockArgument argument) const {
    return const_cast<ir::IterateOp &>(loop).getYield().getValues()[argument.getArgNumber() - 1];
  }
  bool isOfBody(Value value) const {
    return value.getParentBlock() == const_cast<ir::IterateOp &>(loop).getBlock();
  }

  /// How many trips before its use in `stage` a value is made.
  int64_t ageAt(Key key, int64_t stage) const {
    return stage - stageOf(key) + (isa<BlockArgument>(key) ? 1 : 0);
  }

  void findAges() {
    for (BlockArgument argument : loop.getCarried())
      ages[argument] = 1; // the result is asked for behind the last trip
    for (Operation *op : ops) {
      int64_t stage = schedule.times.lookup(op).stage;
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isOfBody(operand) && !operand.getType().isIndex())
            if (int64_t age = ageAt(operand, stage); age > 0)
              ages[operand] = std::max(ages[operand], age);
      });
    }
  }

  /// The value that `key` has for the step that its producer works on in `trip`.  Trips are
  /// numbered as if the steady loop were one, number stages - 1; those of the epilogue
  /// follow.  An argument is made where the value that is yielded for it is.
  Value valueIn(Key key, int64_t trip) const { return made.find({key, trip})->second; }

  void define(Key key, int64_t trip, Value value) { made[{key, trip}] = value; }

  /// The first step's arguments are the initial values; they are as old as a step before.
  void defineInitial() {
    for (BlockArgument argument : loop.getCarried())
      if (!made.contains({argument, stageOf(argument) - 1}))
        define(argument, stageOf(argument) - 1, loop.getInit()[argument.getArgNumber() - 1]);
  }

  /// Emits the operations of a trip whose stages are `active`; `number` is the trip's.
  void emitTrip(int64_t trip, const Expr &number, llvm::function_ref<bool(int64_t)> active) {
    defineInitial();
    for (Operation *op : ops)
      if (int64_t stage = schedule.times.lookup(op).stage; active(stage))
        emitOp(
            op, stage, number - stage,
            [&](Value key) { return valueIn(key, trip - ageAt(key, stage)); }, trip);
  }

  /// An index of the body in a step; what it reads from memory is read again.
  Value indexIn(Value index, const Expr &step) {
    Bindings bindings;
    bindings.set(counter, step);
    for (const std::string &symbol : symbolic::symbolsOf(indices.of(index))) {
      Value root = indices.root(symbol);
      auto read =
          root && isOfBody(root) ? root.getDefiningOp<ir::ReadIndexOp>() : ir::ReadIndexOp();
      if (!read)
        continue;
      IRMapping mapping;
      for (Value at : read.getAt())
        if (isOfBody(at))
          mapping.map(at, indexIn(at, step));
      bindings.set(symbol, indices.of(builder->clone(*read, mapping)->getResult(0)));
    }
    return indices.create(*builder, index.getLoc(),
                          symbolic::substitute(indices.of(index), bindings));
  }

  /// Whether a trip that is part of the pipeline as `issued` says has what a schedule has inserted.
  bool isIssued(Operation *op, int64_t stage) const {
    const ir::TripAttr trip = ir::tripOf(op);
    if (!trip)
      return true;
    const bool isPrologue = trip.getPart() == ir::LoopPart::Prologue; // a stage begins in its trip
    return llvm::is_contained(
        issued, std::pair(trip.getPart(), trip.getNumber() + (isPrologue ? stage : 0)));
  }

  /// What a stage loads beyond the last iteration is what it has loaded in that one: it lies inside
  /// of its memory, and nobody uses it.  The slot that it goes to is the next one.
  SmallVector<Value> startsOfRepeated(Operation *op, const Expr &step) {
    return llvm::map_to_vector(ir::startsOf(op), [&](Value start) {
      return isOfBody(start) ? indexIn(start, min(step, count - 1)) : start;
    });
  }

  void emitOp(Operation *op, int64_t stage, const Expr &step,
              llvm::function_ref<Value(Value)> valueOf, int64_t trip) {
    if (!isIssued(op, stage))
      return;
    IRMapping mapping;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (isOfBody(operand) && !mapping.contains(operand))
          mapping.map(operand,
                      operand.getType().isIndex() ? indexIn(operand, step) : valueOf(operand));
    });
    SmallVector<Value> starts;
    if (schedule.hasNoEpilogue && trip == stages - 1 && stage < stages - 1 &&
        isa<ir::ReadOp, ir::CopyOp>(op))
      starts = startsOfRepeated(op, step);
    Operation *clone = builder->clone(*op, mapping);
    ir::eraseTrip(clone);
    if (!starts.empty())
      clone->setOperands(ir::startsOf(clone).getBeginOperandIndex(), starts.size(), starts);
    ir::composeIndices(clone);
    for (auto [result, copy] : llvm::zip(op->getResults(), clone->getResults()))
      defineMade(result, trip, copy);
  }

  /// What is made in a trip, and the arguments that take it on to the next step.
  void defineMade(Value result, int64_t trip, Value copy) {
    define(result, trip, copy);
    for (BlockArgument argument : loop.getCarried())
      if (yielded(argument) == result)
        define(argument, trip, copy);
  }

  /// The trips in which all stages work.
  void emitSteady() {
    const int64_t steady = stages - 1;
    SmallVector<std::pair<Key, int64_t>> carried; // and their ages, from 1
    SmallVector<Value> init;
    for (auto &[key, age] : ages)
      for (int64_t i = 1; i <= age; ++i) {
        carried.emplace_back(key, i);
        init.push_back(initial(key, steady - i));
      }
    const Expr trips = schedule.hasNoEpilogue ? count : count - steady;
    Value ofSteady = indices.create(*builder, loop.getLoc(), trips);
    const bool isStaggered = ir::isStaggered(loop) && !symbolic::isConstant(trips, 0);
    if (isStaggered)
      createHalfBarrier(*builder, loop.getLoc(), ir::WaveHalf::Second);
    auto body = ir::IterateOp::create(
        *builder, loop.getLoc(), ValueRange(init).getTypes(), loop.getAxisAttr(), init, ofSteady,
        stages > 1 ? builder->getI64IntegerAttr(stages) : IntegerAttr(), loop.getTagAttr());
    if (ir::isOfRemainder(loop))
      ir::markRemainder(body);
    body.addBody().addArguments(ValueRange(init).getTypes(),
                                SmallVector<Location>(init.size(), loop.getLoc()));
    builder->setInsertionPointToEnd(body.getBlock());
    for (auto [slot, argument] : llvm::zip(carried, body.getCarried()))
      define(slot.first, steady - slot.second, argument);
    const Expr number = indices.of(body.getCounter()) + steady;
    for (Operation *op : schedule.atStart)
      builder->clone(*op);
    Operation *previous = nullptr;
    for (Operation *op : ops) {
      int64_t stage = schedule.times.lookup(op).stage;
      if (orderTuples && previous &&
          schedule.times.lookup(op).position != schedule.times.lookup(previous).position)
        ir::SchedBarrierOp::create(*builder, op->getLoc(), ir::InstructionClassAttr(),
                                   builder->getUnitAttr());
      previous = op;
      emitOp(
          op, stage, number - stage,
          [&](Value key) { return valueIn(key, steady - ageAt(key, stage)); }, steady);
    }
    for (Operation *op : schedule.atEnd)
      builder->clone(*op);
    SmallVector<Value> next;
    for (auto [key, age] : carried)
      next.push_back(valueIn(key, steady - age + 1));
    ir::YieldOp::create(*builder, loop.getLoc(), next);
    builder->setInsertionPointAfter(body);
    if (isStaggered)
      createHalfBarrier(*builder, loop.getLoc(), ir::WaveHalf::First);
    // Behind the loop the last trip is the one before the epilogue's first.
    for (auto [slot, result] : llvm::zip(carried, body.getResults()))
      define(slot.first, stages - slot.second, result);
  }

  /// What is carried into the first steady trip; a value of a step before the first one is
  /// never used, so that any of its type will do.
  Value initial(Key key, int64_t trip) {
    auto found = made.find({key, trip});
    if (found != made.end())
      return found->second;
    auto argument = dyn_cast<BlockArgument>(key);
    if (argument && trip == stageOf(key) - 1)
      return loop.getInit()[argument.getArgNumber() - 1];
    auto tile = cast<ir::TileType>(key.getType());
    return ir::RegisterOp::create(*builder, loop.getLoc(), tile,
                                  cast<TypedAttr>(builder->getZeroAttr(tile.getElementType())));
  }

  ir::IterateOp loop;
  const LoopSchedule &schedule;
  bool orderTuples;
  int64_t stages;
  ir::IndexValues indices;
  std::string counter;
  Expr count;
  SmallVector<Operation *> ops; ///< of the body, as they are issued in a trip
  llvm::MapVector<Key, int64_t> ages;
  llvm::DenseMap<std::pair<Value, int64_t>, Value> made;
  /// Which trips of which parts the one that is emitted is: in a short loop one of the prologue
  /// may be one of the epilogue too.
  SmallVector<std::pair<ir::LoopPart, int64_t>, 2> issued;
  OpBuilder *builder = nullptr;
};

} // namespace

void createHalfBarrier(OpBuilder &builder, Location where, ir::WaveHalf half) {
  auto barrier = ir::BarrierOp::create(builder, where, false, false,
                                       ir::WaveHalfAttr::get(builder.getContext(), half));
  // A computed one in its place would be another barrier.
  ir::setInsertion(barrier,
                   half == ir::WaveHalf::Second ? ir::Insertion::Before : ir::Insertion::After);
}

bool canPipeline(ir::IterateOp loop) {
  return !loop.isWhile() && llvm::all_of(loop.getYield().getValues(), [&](Value value) {
    return isa<ir::TileType>(value.getType()) && value.getDefiningOp() &&
           value.getParentBlock() == loop.getBlock();
  });
}

void keepAsKernel(ir::IterateOp loop) {
  for (Operation &op : llvm::make_early_inc_range(*loop.getBlock()))
    if (const ir::TripAttr trip = ir::tripOf(&op); trip && trip.getPart() != ir::LoopPart::Kernel)
      op.erase();
}

void replaceByPipeline(ir::IterateOp loop, const LoopSchedule &schedule, int64_t least,
                       bool orderTuples) {
  OpBuilder builder(loop);
  if (const std::optional<int64_t> count = loop.getConstantCount();
      count || std::max(least, schedule.stages() - 1) == 0) {
    Pipeline pipeline(loop, schedule, orderTuples);
    const int64_t needed = schedule.stages() - 1;
    const bool isShort = count && (*count < needed || (*count == needed && !pipeline.isSteady()));
    loop.replaceAllUsesWith(isShort ? pipeline.emitShort(builder, *count) : pipeline.emit(builder));
    loop.erase();
    return;
  }
  const int64_t needed = std::max(least, schedule.stages() - 1);
  ir::IndexValues indices;
  const Expr enough = (Expr::constant(needed) <= indices.of(loop.getCount())).value();
  auto choice = ir::IfOp::create(builder, loop.getLoc(), loop.getResultTypes(),
                                 indices.create(builder, loop.getLoc(), enough));
  loop.replaceAllUsesWith(choice.getResults());
  OpBuilder then = OpBuilder::atBlockBegin(&choice.getThen().emplaceBlock());
  SmallVector<Value> results = Pipeline(loop, schedule, orderTuples).emit(then);
  ir::YieldOp::create(then, loop.getLoc(), results);
  OpBuilder otherwise = OpBuilder::atBlockBegin(&choice.getOtherwise().emplaceBlock());
  // Fewer than one step are none.
  ValueRange plain = loop.getInit();
  if (needed > 1) {
    auto few = cast<ir::IterateOp>(otherwise.clone(*loop));
    keepAsKernel(few);
    plain = few.getResults();
  }
  ir::YieldOp::create(otherwise, loop.getLoc(), plain);
  loop.erase();
}

} // namespace wave
