//===- Timeline.cpp -------------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Timeline.h"

#include <algorithm>
#include <tuple>

#include "analysis/LoopSchedule.h"
#include "analysis/Nodes.h"
#include "dialect/Schedule.h"
#include "dialect/Slices.h"

using namespace mlir;

namespace wave::report {

using analysis::LoopSchedule;

/// Enough trips to come back to the first slot, and to reach the steady loop, within what fits a
/// page: of a loop with many operations fewer.
static int64_t shownOf(int64_t mostSlots, int64_t stages, size_t operations) {
  constexpr int64_t fewest = 2, most = 12, mostOperations = 1200;
  const int64_t room = mostOperations / static_cast<int64_t>(std::max<size_t>(operations, 1));
  return std::clamp(std::min(std::max({mostSlots + 1, stages + 1, int64_t{4}}), room), fewest,
                    most);
}

/// Where no schedule gives times, roles that hand over through rings overlap all the same.
static std::optional<LoopSchedule> timesOf(ir::IterateOp loop) {
  if (auto schedule = analysis::scheduleOf(loop))
    return schedule;
  LoopSchedule schedule;
  schedule.loop = loop;
  schedule.trips = loop.getConstantCount();
  for (Operation &op : loop.getBlock()->without_terminator())
    if (ir::roleOf(&op))
      schedule.times[&op] = {};
  return schedule.times.empty() ? std::nullopt : std::optional(std::move(schedule));
}

static SmallVector<Value> ringsOf(Operation *op) {
  SmallVector<Value> rings;
  const auto add = [&](Value ring) {
    if (isa_and_nonnull<ir::AllocateOp>(ring.getDefiningOp()) && !llvm::is_contained(rings, ring))
      rings.push_back(ring);
  };
  if (ir::isStepOfChannel(op))
    for (Value ring : ir::channelOfStep(op).getRings())
      add(ring);
  else if (op->getNumRegions() == 0)
    for (const analysis::Access &access : analysis::accessesOf(op))
      if (access.memory)
        add(access.memory);
  return rings;
}

static std::string nameOfRing(Value ring) {
  return cast<ir::AllocateOp>(ring.getDefiningOp()).getName().str();
}

/// Which one it is of those that a schedule has made of an operation.
static std::string partOf(Operation *op) {
  std::string part;
  if (const ir::SliceAttr slice = ir::sliceOf(op))
    part = "slice " + std::to_string(slice.getNumber()) + " along " + slice.getDim().str();
  if (const ir::UnrolledAttr copy = ir::unrolledOf(op))
    part += (part.empty() ? "copy " : ", copy ") + std::to_string(copy.getNumber());
  return part;
}

static void addOperations(Timeline &timeline, ArrayRef<Operation *> ops,
                          const LoopSchedule &schedule) {
  for (Operation *op : ops) {
    const LoopSchedule::Time time = schedule.times.lookup(op);
    const StringAttr role = ir::roleOf(op);
    Timeline::Operation next{.role = role ? role.str() : "",
                             .stage = time.stage,
                             .position = time.position,
                             .operation = op->getName().stripDialect().str(),
                             .tag = analysis::tagOf(op),
                             .part = partOf(op),
                             .rings = {},
                             .waits = {}};
    for (Value ring : ringsOf(op))
      next.rings.push_back(nameOfRing(ring));
    timeline.operations.push_back(std::move(next));
  }
}

/// What the schedule has parted, and what comes after an operation of an iteration before.
static void addWaits(Timeline &timeline, ArrayRef<Operation *> ops, const LoopSchedule &schedule) {
  using Kind = analysis::Dependence::Kind;
  ir::IterateOp loop = schedule.loop;
  const auto program = analysis::dependencesOf(loop->getParentOfType<ir::KernelOp>());
  const auto numberOf = [&](Operation *op) {
    return llvm::find(ops, loop.getBlock()->findAncestorOpInBlock(*op)) - ops.begin();
  };
  for (const analysis::LoopDependence &each : analysis::dependencesIn(loop, program)) {
    const auto from = static_cast<size_t>(numberOf(each.from)),
               to = static_cast<size_t>(numberOf(each.to));
    const int64_t iterations = analysis::distanceOf(each, analysis::slotsOf);
    // Roles that wait for each other need no times.
    const bool isKept =
        !ir::pipelineOf(loop) || !analysis::findViolation(schedule, each, analysis::slotsOf);
    if (from == ops.size() || to == ops.size() ||
        (isKept && (each.kind == Kind::Order || from == to)))
      continue;
    // In one stage the order of its operations says as much.
    if (isKept && each.kind == Kind::Value && iterations == 0 &&
        schedule.times.lookup(ops[from]).stage == schedule.times.lookup(ops[to]).stage)
      continue;
    // A channel hands its rings over by its steps, and what fills and reads a slot stands between.
    const bool isOfStep = ir::isStepOfChannel(each.to);
    std::string ring;
    if (!isOfStep && each.kind != Kind::Value &&
        isa_and_nonnull<ir::AllocateOp>(each.through.getDefiningOp())) {
      if (isKept && ir::channelOf(each.through))
        continue;
      ring = nameOfRing(each.through);
    }
    std::vector<Timeline::Wait> &waits = timeline.operations[to].waits;
    const std::string how =
        isOfStep && each.kind != Kind::Order ? "waits for" : analysis::nameOf(each.kind).str();
    const auto same = std::ranges::find_if(waits, [&](const Timeline::Wait &wait) {
      return std::tie(wait.operation, wait.iterations, wait.how) == std::tie(from, iterations, how);
    });
    if (same == waits.end())
      waits.push_back({from, iterations, how, ring, isKept});
  }
}

static Timeline::Trip tripOf(int64_t number, const LoopSchedule &schedule) {
  const int64_t last = schedule.stages() - 1;
  const bool isBefore = number < last;
  const bool isAfter = schedule.trips && !schedule.hasNoEpilogue && number >= *schedule.trips;
  Timeline::Trip trip{.number = number,
                      .part = last == 0  ? "loop"
                              : isAfter  ? "epilogue"
                              : isBefore ? "prologue"
                                         : "steady loop",
                      .iterations = {}};
  for (int64_t stage = 0; stage <= last; ++stage) {
    const int64_t iteration = number - stage;
    const bool runs = iteration >= 0 && (!schedule.begun() || iteration < *schedule.begun());
    trip.iterations.push_back(runs ? std::optional(iteration) : std::nullopt);
  }
  return trip;
}

static void addTrips(Timeline &timeline, const LoopSchedule &schedule, int64_t shown) {
  const int64_t stages = schedule.stages();
  if (!schedule.trips) {
    for (int64_t trip = 0; trip < shown; ++trip)
      timeline.trips.push_back(tripOf(trip, schedule));
    return;
  }
  const int64_t end = *schedule.trips == 0 ? 0 : *schedule.trips + stages - 1;
  for (int64_t trip = 0; trip < end; ++trip) {
    if (trip == shown) // the last of the steady loop, and the epilogue
      trip = std::max(trip, end - std::min(stages, shown));
    timeline.trips.push_back(tripOf(trip, schedule));
  }
}

static void addUses(Timeline &timeline, ArrayRef<Operation *> ops) {
  SmallVector<Value> rings;
  for (Operation *op : ops)
    for (Value ring : ringsOf(op))
      if (!llvm::is_contained(rings, ring))
        rings.push_back(ring);
  std::vector<int64_t> iterations;
  for (const Timeline::Trip &trip : timeline.trips)
    for (const std::optional<int64_t> &iteration : trip.iterations)
      if (iteration && !std::ranges::count(iterations, *iteration))
        iterations.push_back(*iteration);
  std::ranges::sort(iterations);
  for (Value ring : rings) {
    // Those of the copies of an unrolled loop have one name, and as many slots.
    if (std::ranges::count(timeline.uses, nameOfRing(ring),
                           [](const auto &each) { return each.first; }))
      continue;
    const int64_t slots = analysis::slotsOf(ring);
    std::vector<Timeline::Use> uses;
    for (const int64_t use : iterations)
      uses.push_back(
          {.number = use,
           .slot = use % slots,
           .phase = ir::channelOf(ring) ? std::optional(use / slots % 2) : std::nullopt});
    timeline.uses.emplace_back(nameOfRing(ring), std::move(uses));
  }
}

/// By role, in the order of time, those of one time as in the program.
static SmallVector<Operation *> operationsOf(const LoopSchedule &schedule) {
  ir::IterateOp loop = schedule.loop;
  const auto roles = ir::rolesOf(loop->getParentOfType<ir::KernelOp>());
  std::vector<std::tuple<int64_t, int64_t, size_t, Operation *>> sorted;
  for (Operation &op : loop.getBlock()->without_terminator())
    if (schedule.times.contains(&op)) {
      const auto role = llvm::find_if(
          roles, [&](ir::RoleAttr each) { return each.getName() == ir::roleOf(&op); });
      sorted.emplace_back(role - roles.begin(), schedule.timeOf(&op), sorted.size(), &op);
    }
  std::ranges::sort(sorted);
  SmallVector<Operation *> ops;
  for (const auto &each : sorted)
    ops.push_back(std::get<Operation *>(each));
  return ops;
}

std::optional<Timeline> timelineOf(ir::IterateOp loop) {
  const std::optional<LoopSchedule> schedule = timesOf(loop);
  if (!schedule)
    return std::nullopt;
  const SmallVector<Operation *> ops = operationsOf(*schedule);
  int64_t mostSlots = 1;
  for (Operation *op : ops)
    for (Value ring : ringsOf(op))
      mostSlots = std::max(mostSlots, analysis::slotsOf(ring));
  Timeline timeline;
  addOperations(timeline, ops, *schedule);
  addWaits(timeline, ops, *schedule);
  addTrips(timeline, *schedule, shownOf(mostSlots, schedule->stages(), ops.size()));
  addUses(timeline, ops);
  return timeline;
}

} // namespace wave::report
