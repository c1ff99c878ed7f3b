//===- LoopSchedule.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopSchedule.h"

#include <set>
#include <tuple>

#include "analysis/TensorAccumulators.h"
#include "dialect/Schedule.h"

using namespace mlir;

namespace wave::analysis {

int64_t LoopSchedule::stages() const {
  int64_t last = 0;
  for (const auto &[op, time] : times)
    last = std::max(last, time.stage);
  return last + 1;
}

std::optional<int64_t> LoopSchedule::begun() const {
  return trips && hasNoEpilogue ? std::optional(*trips + stages() - 1) : trips;
}

int64_t LoopSchedule::timeOf(Operation *op) const {
  while (op && !times.contains(op))
    op = op->getParentOp();
  const Time time = times.lookup(op);
  return time.stage * interval + time.position;
}

int64_t LoopSchedule::endOf(Operation *op) const {
  auto found = arrivals.find(op);
  return found == arrivals.end() ? timeOf(op)
                                 : found->second.stage * interval + found->second.position;
}

namespace {

/// The earliest and the latest of some operations' times.
class Span {
public:
  explicit Span(const LoopSchedule &schedule) : schedule(schedule) {}

  void add(Operation *op) {
    auto found = schedule.times.find(op);
    if (found == schedule.times.end())
      return;
    const int64_t time = schedule.timeOf(op);
    if (!first || time < schedule.timeOf(first))
      first = op;
    if (!last || time > schedule.timeOf(last))
      last = op;
  }

  Operation *first = nullptr, *last = nullptr;

private:
  const LoopSchedule &schedule;
};

} // namespace

/// Whose time a step of a channel has.
static Operation *deciding(Operation *step, LoopSchedule &schedule) {
  Span fills(schedule), reads(schedule), uses(schedule);
  for (Value ring : ir::channelOfStep(step).getRings())
    for (Operation *user : ring.getUsers()) {
      if (isa<ir::CopyOp, ir::SharedWriteOp>(user))
        fills.add(user);
      if (ir::writesAccumulator(user)) // MMAs fill it, from the first one on
        schedule.loop->walk([&](ir::MmaOp mma) {
          if (mma.getInTensorMemory() && ringWriteOf(mma) == user)
            fills.add(schedule.loop.getBlock()->findAncestorOpInBlock(*mma));
        });
      if (!isa<ir::SharedReadOp, ir::ViewOp>(user))
        continue;
      reads.add(user);
      uses.add(user);
      if (isa<ir::ViewOp>(user))
        for (Operation *mma : user->getUsers())
          uses.add(mma);
    }
  return isa<ir::AcquireOp>(step)  ? fills.first
         : isa<ir::CommitOp>(step) ? fills.last
         : isa<ir::WaitOp>(step)   ? reads.first
                                   : uses.last;
}

Operation *LoopSchedule::leaderOf(Operation *op) const {
  while (derived.contains(op) && leaders.lookup(op))
    op = leaders.lookup(op);
  return op;
}

namespace {

/// Gives operations that compute, and are not scheduled, their times.
class Arithmetic {
public:
  explicit Arithmetic(LoopSchedule &schedule) : schedule(schedule) {}

  void run() {
    Block *body = schedule.loop.getBlock();
    for (Operation &op : body->without_terminator())
      if (isOurs(&op))
        findSource(&op);
    for (Operation &op : llvm::reverse(body->without_terminator())) // users before what they use
      if (isOurs(&op))
        place(&op);
  }

private:
  bool isOurs(Operation *op) const {
    return schedule.derived.contains(op) && !ir::isStepOfUse(op) && !ir::insertionOf(op);
  }
  Operation *inBody(Operation *op) const {
    return schedule.loop.getBlock()->findAncestorOpInBlock(*op);
  }

  /// The last of those that it waits for, through others that compute.
  void findSource(Operation *op) {
    Span operands(schedule);
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        operands.add(isOurs(producer) ? sources.lookup(producer) : producer);
    sources[op] = operands.last;
  }

  void place(Operation *op) {
    Span users(schedule);
    for (Operation *user : op->getUsers())
      users.add(inBody(user));
    // What only goes on to the next iteration, or out of the loop, is computed as soon as it can
    // be.
    if (!users.first)
      return give(op, sources.lookup(op), 0);
    Span later(schedule); // those that use it in the next iteration
    for (auto [argument, value] :
         llvm::zip(schedule.loop.getCarried(), schedule.loop.getYield().getValues()))
      if (value.getDefiningOp() == op)
        for (Operation *user : argument.getUsers())
          later.add(inBody(user));
    const bool isLater = later.first && schedule.timeOf(later.first) + schedule.interval <
                                            schedule.timeOf(users.first);
    give(op, isLater ? later.first : users.first, isLater ? 1 : 0);
  }

  void give(Operation *op, Operation *leader, int64_t stages) {
    LoopSchedule::Time time = leader ? schedule.times.lookup(leader) : LoopSchedule::Time();
    time.stage += stages;
    schedule.times[op] = time;
    schedule.leaders[op] = leader;
  }

  LoopSchedule &schedule;
  llvm::DenseMap<Operation *, Operation *> sources;
};

} // namespace

void LoopSchedule::derive() {
  for (Operation *op : derived)
    times.erase(op);
  Arithmetic(*this).run();
  const auto give = [&](Operation *op, Operation *other) {
    times[op] = other ? times.lookup(other) : Time();
    leaders[op] = other;
  };
  for (Operation &op : loop.getBlock()->without_terminator())
    if (derived.contains(&op) && ir::isStepOfUse(&op))
      give(&op, deciding(&op, *this));
  for (Operation &op : loop.getBlock()->without_terminator())
    if (derived.contains(&op) && ir::insertionOf(&op))
      give(&op, ir::anchorOf(&op));
}

std::optional<LoopSchedule> scheduleOf(ir::IterateOp loop) {
  const ir::PipelineAttr pipeline = ir::pipelineOf(loop);
  if (!pipeline)
    return std::nullopt;
  LoopSchedule schedule;
  schedule.loop = loop;
  schedule.interval = pipeline.getInterval();
  schedule.trips = loop.getConstantCount();
  schedule.hasNoEpilogue = ir::hasNoEpilogue(loop);
  for (Operation &op : loop.getBlock()->without_terminator()) {
    if (ir::isIndex(&op))
      continue;
    const std::optional<ir::Insertion> inserted = ir::insertionOf(&op);
    if (inserted == ir::Insertion::Start || inserted == ir::Insertion::End) {
      (inserted == ir::Insertion::Start ? schedule.atStart : schedule.atEnd).push_back(&op);
      continue;
    }
    if (const ir::TimeAttr end = ir::arrivalOf(&op))
      schedule.arrivals[&op] = {end.getStage(), end.getPosition()};
    if (const ir::TimeAttr time = ir::timeOf(&op))
      schedule.times[&op] = {time.getStage(), time.getPosition()};
    else
      schedule.derived.insert(&op);
  }
  schedule.derive();
  return schedule;
}

void writeSchedule(const LoopSchedule &schedule, ir::IterateOp loop) {
  ir::setPipeline(loop, schedule.interval);
  for (const auto &[op, time] : schedule.times)
    ir::setTime(op, time.stage, time.position);
  for (const auto &[op, time] : schedule.arrivals)
    ir::setArrival(op, time.stage, time.position);
}

/// Whether the operation uses, of the iteration before, what the stage after its own makes at its
/// position: in the trip that has both that one is issued first.
static bool followsLaterStage(Operation *op, const LoopSchedule &schedule) {
  auto loop = cast<ir::IterateOp>(op->getParentOp());
  const LoopSchedule::Time time = schedule.times.lookup(op);
  return op
      ->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (const std::optional<unsigned> number = loop.carriedNumber(operand)) {
            Operation *producer = loop.getYield().getValues()[*number].getDefiningOp();
            const auto found = schedule.times.find(producer);
            if (found != schedule.times.end() && found->second.stage == time.stage + 1 &&
                found->second.position == time.position)
              return WalkResult::interrupt();
          }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

void sortByIssue(MutableArrayRef<Operation *> ops, const LoopSchedule &schedule) {
  std::set<std::pair<int64_t, int64_t>> loading; // position and stage
  for (Operation *op : ops)
    if (isa<ir::ReadOp, ir::CopyOp>(op)) {
      const LoopSchedule::Time time = schedule.times.lookup(op);
      loading.emplace(time.position, time.stage);
    }
  for (Operation *op : ops)
    if (followsLaterStage(op, schedule)) {
      const LoopSchedule::Time time = schedule.times.lookup(op);
      loading.erase({time.position, time.stage});
    }
  auto rank = [&](Operation *op) {
    const LoopSchedule::Time time = schedule.times.lookup(op);
    return std::tuple(time.position, !loading.contains({time.position, time.stage}), -time.stage);
  };
  llvm::sort(ops, [&](Operation *a, Operation *b) {
    return rank(a) == rank(b) ? a->isBeforeInBlock(b) : rank(a) < rank(b);
  });
}

int64_t slotsFor(Value ring, const LoopSchedule &schedule, ArrayRef<LoopDependence> dependences) {
  int64_t slots = 1;
  for (const LoopDependence &each : dependences) {
    if (each.through != ring || each.kind != Dependence::Kind::Anti || each.distance == 0)
      continue;
    const int64_t lifetime = schedule.timeOf(each.from) - schedule.timeOf(each.to);
    const int64_t needed = lifetime < 0 ? 0
                                        : static_cast<int64_t>(llvm::divideCeil(
                                              static_cast<uint64_t>(lifetime + each.latency()),
                                              static_cast<uint64_t>(schedule.interval)));
    slots = std::max(slots, needed - (each.distance - 1));
  }
  return slots;
}

int64_t slotsOf(Value ring) {
  auto allocation = ring.getDefiningOp<ir::AllocateOp>();
  return allocation ? ir::buffersOf(allocation).value_or(1) : 1;
}

int64_t distanceOf(const LoopDependence &dependence, SlotsOf slots) {
  const bool overwrites =
      dependence.kind == Dependence::Kind::Anti || dependence.kind == Dependence::Kind::Output;
  return overwrites && dependence.distance > 0 ? dependence.distance + slots(dependence.through) - 1
                                               : dependence.distance;
}

static int64_t reachedBy(const LoopSchedule &schedule, const LoopDependence &dependence,
                         SlotsOf slots) {
  return schedule.timeOf(dependence.to) + distanceOf(dependence, slots) * schedule.interval;
}

static int64_t neededBy(const LoopSchedule &schedule, const LoopDependence &dependence) {
  const bool isRead = dependence.kind == Dependence::Kind::Flow;
  return (isRead ? schedule.endOf(dependence.from) : schedule.timeOf(dependence.from)) +
         dependence.latency();
}

int64_t slackOf(const LoopSchedule &schedule, const LoopDependence &dependence, SlotsOf slots) {
  return reachedBy(schedule, dependence, slots) - neededBy(schedule, dependence);
}

std::optional<Violation> findViolation(const LoopSchedule &schedule,
                                       ArrayRef<LoopDependence> dependences, SlotsOf slots) {
  const std::optional<int64_t> begun = schedule.begun();
  for (const LoopDependence &dependence : dependences) {
    const int64_t distance = distanceOf(dependence, slots);
    if (begun && distance > 0 && distance >= *begun)
      continue;
    const int64_t reached = reachedBy(schedule, dependence, slots);
    const int64_t needed = neededBy(schedule, dependence);
    if (reached < needed)
      return Violation{dependence, reached, needed};
  }
  return std::nullopt;
}

} // namespace wave::analysis
