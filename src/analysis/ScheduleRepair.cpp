//===- ScheduleRepair.cpp -------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ScheduleRepair.h"

using namespace mlir;

namespace wave::analysis {

namespace {

class Search {
public:
  Search(const LoopSchedule &schedule, ArrayRef<LoopDependence> dependences, SlotsOf slots)
      : schedule(schedule), dependences(dependences), slots(slots),
        latest((schedule.stages() + 1) * schedule.interval) {
    for (const LoopDependence &each : dependences)
      if (isa<ir::RingType>(each.through.getType()))
        rings.insert({each.through, 0});
  }

  std::optional<Repair> run() {
    if (isLegal(schedule))
      return finished(schedule);
    const Violation violation = *findViolation(schedule, dependences, grown(schedule));
    for (int64_t distance = 1; distance < latest; ++distance)
      for (Operation *op : {bodyOf(violation.dependence.to), bodyOf(violation.dependence.from)})
        for (int64_t by : {distance, -distance})
          if (std::optional<Repair> found = moved(op, by))
            return found;
    return delayed();
  }

private:
  LoopSchedule::Time timeAt(int64_t time) const {
    return {time / schedule.interval, time % schedule.interval};
  }
  Operation *bodyOf(Operation *op) const {
    while (op && !schedule.times.contains(op))
      op = op->getParentOp();
    return op;
  }

  /// Rings have as many slots as the schedule needs.
  std::function<int64_t(Value)> grown(const LoopSchedule &changed) const {
    llvm::DenseMap<Value, int64_t> needed;
    for (const auto &[ring, unused] : rings)
      needed[ring] = std::max(slots(ring), slotsFor(ring, changed, dependences));
    return [this, needed = std::move(needed)](Value ring) {
      return needed.contains(ring) ? needed.lookup(ring) : slots(ring);
    };
  }

  bool isLegal(const LoopSchedule &changed) const {
    const auto enough = grown(changed);
    return !findViolation(changed, dependences, enough);
  }

  Repair finished(const LoopSchedule &changed) const {
    Repair repair;
    for (const LoopDependence &each : dependences) // in their order
      for (Operation *op : {bodyOf(each.from), bodyOf(each.to)}) {
        const LoopSchedule::Time time = changed.times.lookup(op);
        if (changed.timeOf(op) != schedule.timeOf(op))
          repair.moves[op] = time;
        if (changed.endOf(op) != schedule.endOf(op) && changed.arrivals.contains(op))
          repair.arrivals[op] = changed.arrivals.lookup(op);
      }
    for (const auto &[ring, unused] : rings)
      if (const int64_t needed = slotsFor(ring, changed, dependences); needed > slots(ring))
        repair.buffers[ring] = needed;
    return repair;
  }

  std::optional<Repair> moved(Operation *op, int64_t by) const {
    const int64_t time = schedule.timeOf(op) + by;
    if (time < 0 || time >= latest)
      return std::nullopt;
    LoopSchedule changed = schedule;
    changed.times[op] = timeAt(time);
    // What arrives earlier than it begins is not meant.
    if (auto arrival = changed.arrivals.find(op); arrival != changed.arrivals.end())
      if (changed.endOf(op) < time)
        return std::nullopt;
    return isLegal(changed) ? std::optional(finished(changed)) : std::nullopt;
  }

  /// Moves what comes too early, again and again.
  std::optional<Repair> delayed() const {
    LoopSchedule changed = schedule;
    for (size_t steps = 0; steps < 16 * schedule.times.size(); ++steps) {
      const auto enough = grown(changed);
      const auto violation = findViolation(changed, dependences, enough);
      if (!violation)
        return finished(changed);
      Operation *op = bodyOf(violation->dependence.to);
      const int64_t time = changed.timeOf(op) + violation->needed - violation->reached;
      if (time >= 4 * latest)
        return std::nullopt;
      const int64_t by = time - changed.timeOf(op);
      if (auto arrival = changed.arrivals.find(op); arrival != changed.arrivals.end())
        arrival->second = timeAt(changed.endOf(op) + by);
      changed.times[op] = timeAt(time);
    }
    return std::nullopt;
  }

  const LoopSchedule &schedule;
  ArrayRef<LoopDependence> dependences;
  SlotsOf slots;
  int64_t latest; ///< no move goes as far
  llvm::MapVector<Value, int> rings;
};

} // namespace

std::optional<Repair> repairOf(const LoopSchedule &schedule, ArrayRef<LoopDependence> dependences,
                               SlotsOf slots) {
  return Search(schedule, dependences, slots).run();
}

} // namespace wave::analysis
