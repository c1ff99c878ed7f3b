//===- LoopSchedule.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopSchedule.h"

#include <set>
#include <tuple>

#include "llvm/ADT/SetVector.h"

#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;

namespace wave::analysis {

int64_t LoopSchedule::stages() const {
  int64_t last = 0;
  for (const auto &[op, time] : times)
    last = std::max(last, time.stage);
  return last + 1;
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

LoopSchedule prefetchSchedule(ir::IterateOp loop) {
  LoopSchedule schedule;
  schedule.interval = 2;
  // What is put into a ring is made in the stage of the loads.
  DenseSet<Operation *> loads;
  for (auto write : loop.getBlock()->getOps<ir::SharedWriteOp>()) {
    loads.insert(write);
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.filter = [&](Operation *op) { return op->getBlock() == loop.getBlock(); };
    options.omitBlockArguments = true;
    (void)getBackwardSlice(write.getOperation(), &slice, options);
    loads.insert_range(slice);
  }
  for (Operation &op : loop.getBlock()->without_terminator()) {
    if (ir::isIndex(&op))
      continue;
    bool isLoad = isa<ir::ReadOp, ir::CopyOp>(op);
    if (isLoad || loads.contains(&op))
      schedule.times[&op] = {0, isLoad ? 0 : 1};
    else
      schedule.times[&op] = {1, isa<ir::SharedReadOp>(op) ? 0 : 1};
  }
  return schedule;
}

int64_t slotsFor(Value ring, const LoopSchedule &schedule, ArrayRef<Dependence> dependences) {
  int64_t lifetime = 0;
  for (const Dependence &dependence : dependences)
    if (dependence.through == ring && dependence.kind == Dependence::Kind::Flow)
      lifetime = std::max(lifetime, schedule.timeOf(dependence.to) +
                                        dependence.distance * schedule.interval -
                                        schedule.timeOf(dependence.from));
  return llvm::divideCeil(static_cast<uint64_t>(lifetime + 1),
                          static_cast<uint64_t>(schedule.interval));
}

std::optional<Violation> findViolation(const LoopSchedule &schedule,
                                       ArrayRef<Dependence> dependences, SlotsOf slots) {
  for (const Dependence &dependence : dependences) {
    bool overwrites =
        dependence.kind == Dependence::Kind::Anti || dependence.kind == Dependence::Kind::Output;
    int64_t distance = dependence.distance;
    if (overwrites && distance > 0)
      distance += slots(dependence.through) - 1;
    int64_t reached = schedule.timeOf(dependence.to) + distance * schedule.interval;
    int64_t needed = schedule.timeOf(dependence.from) + dependence.latency();
    if (reached < needed)
      return Violation{dependence, reached, needed};
  }
  return std::nullopt;
}

} // namespace wave::analysis
