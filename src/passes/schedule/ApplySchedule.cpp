//===- ApplySchedule.cpp - Make a schedule true ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the attributes of a schedule that is legal                     (staged)
// Gives: rings of several slots, roles, pipelined loops; of the         (scheduled)
//        attributes only wave.inserted and wave.remainder
//
// First rings get their slots, by the sequence indices of channels or the counters of loops.  Then
// each role has what it needs of the program (RoleSlice.h), and its pipelined loops are expanded,
// the innermost first (LoopPipeline.h).  A role's stages count from its own first one: a role
// that only loads is not peeled, however far ahead its loads are.
//
//===----------------------------------------------------------------------===//

#include "analysis/ChannelEnds.h"
#include "analysis/Channels.h"
#include "analysis/LoopSchedule.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/IndexValues.h"
#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "passes/schedule/LoopPipeline.h"
#include "passes/schedule/ReinitialiseTrips.h"
#include "passes/schedule/RoleSlice.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_APPLYSCHEDULE
#include "passes/Passes.h.inc"

namespace {

struct ApplySchedule : impl::ApplyScheduleBase<ApplySchedule> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    const bool orderTuples = ir::hasSchedulingBarriers(kernel);
    ir::eraseSchedulingBarriers(kernel);
    if (orderTuples && !isPipelined(kernel))
      ir::BrokenConstraint(kernel, "hint-unused",
                           "use_scheduling_barriers has no effect: no loop of kernel '" +
                               kernel.getSymName() + "' is pipelined")
          .remark();
    if (!ir::hasSchedule(kernel))
      return;
    kernel.walk([](ir::IterateOp loop) { // roles have parts of what times are derived from
      if (const auto schedule = analysis::scheduleOf(loop))
        analysis::writeSchedule(*schedule, loop);
    });
    for (auto loop : kernel.getBlock()->getOps<ir::IterateOp>())
      if (const std::optional<Location> where = ir::reinitialisedAt(loop))
        reinitialiseTrips(loop, *where);
    giveSlots(kernel);
    if (!ir::rolesOf(kernel).empty())
      kernel.walk([](ir::IterateOp loop) { orderPositions(loop); });
    splitRoles(kernel);
    SmallVector<ir::IterateOp> loops; // the innermost first
    kernel.walk([&](ir::IterateOp loop) { loops.push_back(loop); });
    for (ir::IterateOp loop : loops)
      if (ir::pipelineOf(loop))
        expand(loop, orderTuples);
      else if (ir::isStaggered(loop))
        stagger(loop);
    kernel.walk([](Operation *op) { ir::eraseSchedule(op); });
    ir::eraseUnusedIndices(kernel);
  }

private:
  static bool isPipelined(ir::KernelOp kernel) {
    return kernel
        ->walk([](ir::IterateOp loop) {
          return ir::pipelineOf(loop) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  }

  //===--------------------------------------------------------------------===//
  // Slots
  //===--------------------------------------------------------------------===//

  /// What numbers the uses of a ring: the sequence index of its channel, or the counter of the loop
  /// that fills it; null where it is filled once.
  static Value numberOf(ir::AllocateOp ring, bool &isChannel) {
    Value counter;
    if (ir::ChannelOp channel = ir::channelOf(ring.getRing())) {
      isChannel = true;
      for (Operation *step : channel.getChannel().getUsers())
        if (auto acquire = dyn_cast<ir::AcquireOp>(step))
          return acquire.getNumber();
    }
    for (Operation *user : ring.getRing().getUsers()) {
      auto loop = dyn_cast<ir::IterateOp>(user->getParentOp());
      auto access = dyn_cast<ir::AccessOpInterface>(user);
      if (loop && access && access.getTile() && access.writesRing())
        counter = loop.getCounter();
    }
    return counter;
  }

  /// In the order of the program, so that the uses of a block share one index.
  static void giveSlots(ir::KernelOp kernel) {
    DenseMap<Value, Value> numbers;
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      if (std::optional<int64_t> slots = ir::buffersOf(ring)) {
        ir::setType(ring.getRing(), ring.getRing().getType().withSlots(*slots));
        bool isChannel = false;
        if (Value number = numberOf(ring, isChannel); number && (*slots > 1 || isChannel))
          numbers[ring.getRing()] = number;
      }
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto access = dyn_cast<ir::AccessOpInterface>(op);
      auto view = dyn_cast<ir::ViewOp>(op);
      Value ring = view ? Value(view.getRing()) : access ? access.getRing() : Value();
      if (Value number = ring ? numbers.lookup(ring) : Value()) {
        OpBuilder builder(op);
        ir::IndexValues indices;
        const int64_t slots = cast<ir::BufferType>(ring.getType()).getSlots();
        ir::setSlot(op, indices.create(builder, op->getLoc(), indices.of(number) % slots));
      }
    });
  }

  //===--------------------------------------------------------------------===//
  // Roles
  //===--------------------------------------------------------------------===//

  /// Of a loop: with fewer iterations no role runs it as a pipeline.
  static constexpr StringLiteral leastTrips = "wave.least_trips";

  /// Gives each operation of a pipelined loop a position of its own, in the order in which they are
  /// issued.  Roles run what has one position in one order then, whatever each has of it, and in a
  /// launch of few iterations all of them, or none, in that of the program: a role that loads for
  /// one loop before another one would wait for ever for one that runs them the other way.
  static void orderPositions(ir::IterateOp loop) {
    std::optional<analysis::LoopSchedule> schedule = analysis::scheduleOf(loop);
    if (!schedule)
      return;
    SmallVector<Operation *> ops;
    for (Operation &op : loop.getBlock()->without_terminator())
      if (schedule->times.contains(&op))
        ops.push_back(&op);
    analysis::sortByIssue(ops, *schedule);
    int64_t first = schedule->stages() - 1;
    for (const auto &[op, time] : schedule->times)
      first = std::min(first, time.stage);
    loop->setAttr(leastTrips,
                  Builder(loop.getContext()).getI64IntegerAttr(schedule->stages() - 1 - first));
    schedule->interval = std::max<int64_t>(1, static_cast<int64_t>(ops.size()));
    schedule->arrivals.clear();
    for (auto [position, op] : llvm::enumerate(ops)) {
      ir::eraseTime(op); // its arrival has been verified
      schedule->times[op].position = static_cast<int64_t>(position);
    }
    analysis::writeSchedule(*schedule, loop);
  }

  static void splitRoles(ir::KernelOp kernel) {
    const SmallVector<ir::RoleAttr> roles = ir::rolesOf(kernel);
    if (roles.empty())
      return;
    SmallVector<Operation *> program;
    for (Operation &op : *kernel.getBlock())
      if (!ir::isDeclaration(&op))
        program.push_back(&op);
    const SmallVector<analysis::StagedChannel> channels = analysis::stagedChannelsOf(kernel);
    for (Operation *op : program) // several roles make it, each at a time of its own
      op->walk([](Operation *inner) {
        if ((ir::isStepOfUse(inner) || isa<ir::ViewOp>(inner)) && !ir::roleOf(inner))
          ir::eraseTime(inner);
      });
    for (ir::RoleAttr role : roles) {
      SmallVector<Operation *> roots;
      for (Operation *op : program)
        op->walk([&](Operation *inner) {
          if (ir::roleOf(inner) == role.getName() || isa<ir::ReinitialiseOp>(inner))
            roots.push_back(inner);
        });
      addSteps(channels, RoleSlice(roots), roots);
      cloneRole(kernel, role, RoleSlice(roots));
    }
    for (Operation *op : llvm::reverse(program))
      op->erase();
    const SmallVector<ir::ChannelOp> all(kernel.getBlock()->getOps<ir::ChannelOp>());
    for (ir::ChannelOp channel : all)
      if (llvm::any_of(channel.getChannel().getUsers(), llvm::IsaPred<ir::WaitOp>) ||
          !ir::holdsScalar(channel.getRings().front()))
        analysis::nameEnds(channel);
      else
        eraseScalars(channel);
  }

  /// What no role but the one that reads it needs.
  static void eraseScalars(ir::ChannelOp channel) {
    const SmallVector<Value> rings(channel.getRings());
    const auto eraseUsers = [](Value value) {
      const SmallVector<Operation *> users(value.getUsers());
      for (Operation *user : users)
        user->erase();
    };
    eraseUsers(channel.getChannel());
    channel.erase();
    for (Value ring : rings) {
      eraseUsers(ring);
      ring.getDefiningOp()->erase();
    }
  }

  /// A role that fills rings of a channel, or reads them, makes the steps there that no role has of
  /// its own.
  static void addSteps(ArrayRef<analysis::StagedChannel> channels, const RoleSlice &slice,
                       SmallVector<Operation *> &roots) {
    for (const analysis::StagedChannel &channel : channels) {
      const auto has = [&](Operation *op) { return slice.contains(op); };
      const bool fills = llvm::any_of(channel.fills, has), reads = llvm::any_of(channel.reads, has);
      for (Operation *step : ir::ChannelOp(channel.op).getChannel().getUsers())
        if (!step->getParentOfType<ir::RoleOp>() && !ir::roleOf(step) &&
            (ir::isStepOfProducer(step) ? fills : reads))
          roots.push_back(step);
    }
  }

  /// A role at the end of the kernel that does that.
  static void cloneRole(ir::KernelOp kernel, ir::RoleAttr role, const RoleSlice &slice) {
    OpBuilder builder = OpBuilder::atBlockEnd(kernel.getBlock());
    auto op = ir::RoleOp::create(builder, kernel.getLoc(), role.getName(),
                                 static_cast<uint64_t>(role.getWaves()));
    if (role.getRegisters() > 0)
      ir::setRegisters(op, role.getRegisters());
    OpBuilder inside = OpBuilder::atBlockEnd(&op.getBody().emplaceBlock());
    IRMapping mapping;
    slice.clone(*kernel.getBlock(), inside, mapping);
  }

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  static void expand(ir::IterateOp loop, bool orderTuples) {
    analysis::LoopSchedule schedule = *analysis::scheduleOf(loop);
    const auto ofAll = loop->getAttrOfType<IntegerAttr>(leastTrips);
    const int64_t least = ofAll ? ofAll.getInt() : 0;
    loop->removeDiscardableAttr(leastTrips);
    std::optional<int64_t> first;
    for (const auto &[op, time] : schedule.times)
      first = std::min(first.value_or(time.stage), time.stage);
    for (auto &[op, time] : schedule.times)
      time.stage -= *first;
    for (Operation &op : *loop.getBlock()) {
      const ir::TripAttr trip = ir::tripOf(&op);
      ir::eraseSchedule(&op);
      if (trip) // of this loop
        ir::setTrip(&op, trip.getPart(), trip.getNumber());
    }
    // Without iterations every role keeps its loop, and with that its ends of channels.
    if (loop.getConstantCount() == 0)
      return keepAsKernel(loop);
    if (!orderTuples && isInOrder(loop, schedule)) {
      if (ir::isStaggered(loop))
        stagger(loop);
      return keepAsKernel(loop);
    }
    // What comes in its place has its time in the loop around it.
    const ir::TimeAttr time = ir::timeOf(loop);
    Operation *before = loop->getPrevNode(), *after = loop->getNextNode();
    Block *block = loop->getBlock();
    replaceByPipeline(loop, schedule, least, orderTuples);
    if (time)
      for (Operation *op = before ? before->getNextNode() : &block->front(); op != after;
           op = op->getNextNode())
        if (!ir::isIndex(op))
          ir::setTime(op, time.getStage(), time.getPosition());
  }

  /// A loop that stays as it is.
  static void stagger(ir::IterateOp loop) {
    OpBuilder builder(loop);
    createHalfBarrier(builder, loop.getLoc(), ir::WaveHalf::Second);
    builder.setInsertionPointAfter(loop);
    createHalfBarrier(builder, loop.getLoc(), ir::WaveHalf::First);
  }

  /// Whether a trip of the loop as it is issues its operations in the schedule's order.
  static bool isInOrder(ir::IterateOp loop, const analysis::LoopSchedule &schedule) {
    SmallVector<Operation *> ops;
    for (Operation &op : loop.getBlock()->without_terminator())
      if (schedule.times.contains(&op))
        ops.push_back(&op);
    analysis::sortByIssue(ops, schedule);
    return schedule.stages() == 1 &&
           llvm::is_sorted(ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  }
};

} // namespace
} // namespace wave
