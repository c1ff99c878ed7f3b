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
      : schedule(schedule), start(schedule), dependences(dependences), slots(slots),
        latest((schedule.stages() + 1) * schedule.interval) {
    for (const LoopDependence &each : dependences)
      if (isa<ir::BufferType>(each.through.getType()))
        rings.insert({each.through, 0});
    for (auto &[op, arrival] : start.arrivals) // nothing arrives before it begins
      if (start.endOf(op) < start.timeOf(op))
        arrival = start.times.lookup(op);
  }

  std::optional<Repair> run() {
    const auto enough = grown(start);
    const auto violation = findViolation(start, dependences, enough);
    if (!violation)
      return finished(start);
    Operation *to = start.leaderOf(bodyOf(violation->dependence.to));
    Operation *from = start.leaderOf(bodyOf(violation->dependence.from));
    for (int64_t distance = 1; distance < latest; ++distance) {
      for (Operation *op : {to, from})
        for (int64_t by : {distance, -distance})
          if (std::optional<Repair> found = moved(op, by))
            return found;
      if (std::optional<Repair> found = arriving(from, distance))
        return found;
    }
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
        if (changed.timeOf(op) != schedule.timeOf(op) && !schedule.derived.contains(op))
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
    const int64_t time = start.timeOf(op) + by;
    if (time < 0 || time >= latest)
      return std::nullopt;
    LoopSchedule changed = start;
    changed.times[op] = timeAt(time);
    if (changed.loop)
      changed.derive();
    // What arrives earlier than it begins is not meant.
    if (auto arrival = changed.arrivals.find(op); arrival != changed.arrivals.end())
      if (changed.endOf(op) < time)
        return std::nullopt;
    return isLegal(changed) ? std::optional(finished(changed)) : std::nullopt;
  }

  /// The same with the arrival of a copy earlier.
  std::optional<Repair> arriving(Operation *op, int64_t by) const {
    const int64_t time = start.endOf(op) - by;
    if (!start.arrivals.contains(op) || time < start.timeOf(op))
      return std::nullopt;
    LoopSchedule changed = start;
    changed.arrivals[op] = timeAt(time);
    return isLegal(changed) ? std::optional(finished(changed)) : std::nullopt;
  }

  /// Moves what comes too early, again and again.
  std::optional<Repair> delayed() const {
    LoopSchedule changed = start;
    for (size_t steps = 0; steps < 16 * schedule.times.size(); ++steps) {
      const auto enough = grown(changed);
      const auto violation = findViolation(changed, dependences, enough);
      if (!violation)
        return finished(changed);
      Operation *op = changed.leaderOf(bodyOf(violation->dependence.to));
      const int64_t time = changed.timeOf(op) + violation->needed - violation->reached;
      if (time >= 4 * latest)
        return std::nullopt;
      const int64_t by = time - changed.timeOf(op);
      if (auto arrival = changed.arrivals.find(op); arrival != changed.arrivals.end())
        arrival->second = timeAt(changed.endOf(op) + by);
      changed.times[op] = timeAt(time);
      if (changed.loop)
        changed.derive();
    }
    return std::nullopt;
  }

  const LoopSchedule &schedule; ///< as it is
  LoopSchedule start;           ///< from which changes are tried
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
