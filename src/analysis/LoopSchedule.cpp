//===- LoopSchedule.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopSchedule.h"

#include <set>
#include <tuple>

#include "dialect/Schedule.h"

using namespace mlir;

namespace wave::analysis {

int64_t LoopSchedule::stages() const {
  int64_t last = 0;
  for (const auto &[op, time] : times)
    last = std::max(last, time.stage);
  return last + 1;
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

std::optional<LoopSchedule> scheduleOf(ir::IterateOp loop) {
  const ir::PipelineAttr pipeline = ir::pipelineOf(loop);
  if (!pipeline)
    return std::nullopt;
  LoopSchedule schedule;
  schedule.interval = pipeline.getInterval();
  schedule.trips = loop.getConstantCount();
  // Users come after what they use.
  for (Operation &op : llvm::reverse(loop.getBlock()->without_terminator())) {
    if (ir::isIndex(&op))
      continue;
    if (const ir::TimeAttr end = ir::arrivalOf(&op))
      schedule.arrivals[&op] = {end.getStage(), end.getPosition()};
    if (const ir::TimeAttr time = ir::timeOf(&op)) {
      schedule.times[&op] = {time.getStage(), time.getPosition()};
      continue;
    }
    std::optional<LoopSchedule::Time> first;
    for (Operation *user : op.getUsers()) {
      auto found = schedule.times.find(loop.getBlock()->findAncestorOpInBlock(*user));
      if (found == schedule.times.end())
        continue; // the next iteration's
      const LoopSchedule::Time time = found->second;
      if (!first || std::tie(time.stage, time.position) < std::tie(first->stage, first->position))
        first = time;
    }
    schedule.times[&op] = first.value_or(LoopSchedule::Time());
  }
  return schedule;
}

void writeSchedule(const LoopSchedule &schedule, ir::IterateOp loop) {
  ir::setPipeline(loop, schedule.interval);
  for (const auto &[op, time] : schedule.times)
    ir::setTime(op, time.stage, time.position);
  for (const auto &[op, time] : schedule.arrivals)
    ir::setArrival(op, time.stage, time.position);
}

void sortByIssue(MutableArrayRef<Operation *> ops, const LoopSchedule &schedule) {
  std::set<std::pair<int64_t, int64_t>> loading; // position and stage
  for (Operation *op : ops)
    if (isa<ir::ReadOp, ir::CopyOp>(op)) {
      const LoopSchedule::Time time = schedule.times.lookup(op);
      loading.emplace(time.position, time.stage);
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

std::optional<Violation> findViolation(const LoopSchedule &schedule,
                                       ArrayRef<LoopDependence> dependences, SlotsOf slots) {
  for (const LoopDependence &dependence : dependences) {
    bool overwrites =
        dependence.kind == Dependence::Kind::Anti || dependence.kind == Dependence::Kind::Output;
    int64_t distance = dependence.distance;
    if (overwrites && distance > 0)
      distance += slots(dependence.through) - 1;
    if (schedule.trips && distance > 0 && distance >= *schedule.trips)
      continue;
    int64_t reached = schedule.timeOf(dependence.to) + distance * schedule.interval;
    const bool isRead = dependence.kind == Dependence::Kind::Flow;
    int64_t needed = (isRead ? schedule.endOf(dependence.from) : schedule.timeOf(dependence.from)) +
                     dependence.latency();
    if (reached < needed)
      return Violation{dependence, reached, needed};
  }
  return std::nullopt;
}

} // namespace wave::analysis
