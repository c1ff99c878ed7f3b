//===- ProtocolWalk.cpp - Branches and loops ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "targets/nvidia/protocol/ProtocolWalk.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

#include "symbolic/Difference.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::nvidia {

static Expr shifted(const Expr &expr, const Expr &trip, const Expr &to) {
  Bindings bindings;
  bindings.set(trip.str(), to);
  return symbolic::substitute(expr, bindings);
}

bool ProtocolWalk::isRelevant(Region &region) const {
  return llvm::any_of(region.getOps(), [&](Operation &op) {
    return relevant.contains(&op) || handlerOf(&op) != nullptr;
  });
}

LogicalResult ProtocolWalk::walk(Region &region, Counted &counted, const Lanes &active) {
  if (active.empty() || !isRelevant(region))
    return success();
  for (Operation &op : region.front())
    if (failed(walk(&op, counted, active)))
      return failure();
  return success();
}

/// A loop that only asks again is a wait.
static bool isWait(scf::WhileOp loop) {
  return llvm::any_of(loop.getBefore().getOps(),
                      [](Operation &op) { return isa<NVVM::MBarrierTryWaitOp>(op); });
}

LogicalResult ProtocolWalk::walk(Operation *op, Counted &counted, const Lanes &active) {
  if (const Handler handler = handlerOf(op))
    return (this->*handler)(op, counted, active);
  if (!relevant.contains(op))
    return success();
  if (auto choice = dyn_cast<scf::IfOp>(op))
    return branch(choice, counted, active);
  if (auto counting = dyn_cast<scf::ForOp>(op))
    return loop(op, counting.getRegion(), counted, active);
  if (auto open = dyn_cast<scf::WhileOp>(op))
    return isWait(open) ? wait(open, counted, active) : loop(op, open.getAfter(), counted, active);
  return fail(op,
              "the steps of channels in '" + op->getName().getStringRef() + "' are not understood");
}

LogicalResult ProtocolWalk::branch(scf::IfOp op, Counted &counted, const Lanes &active) {
  if (const PerLane *takes = lanes.of(op.getCondition())) {
    Lanes then, otherwise;
    for (uint32_t lane : active)
      ((*takes)[lane] != 0 ? then : otherwise).push_back(lane);
    return failure(
        failed(walk(op.getThenRegion(), counted, then)) ||
        (!op.getElseRegion().empty() && failed(walk(op.getElseRegion(), counted, otherwise))));
  }
  Counted other = counted;
  if (failed(walk(op.getThenRegion(), counted, active)) ||
      (!op.getElseRegion().empty() && failed(walk(op.getElseRegion(), other, active))))
    return failure();
  return join(op, counted, other);
}

/// Whether the groups in flight are the newest of `known`, or all of them.  Then a wait leaves no
/// more of them than of those.
static bool areAmong(const std::vector<std::vector<Use>> &known,
                     const std::vector<std::vector<Use>> &groups) {
  return known.size() >= groups.size() &&
         std::equal(groups.begin(), groups.end(),
                    known.end() - static_cast<std::ptrdiff_t>(groups.size()),
                    [](const std::vector<Use> &x, const std::vector<Use> &y) {
                      return llvm::equal(x, y, [](const Use &one, const Use &other) {
                        return one.channel == other.channel &&
                               symbolic::isProvedEqual(one.index, other.index);
                      });
                    });
}

LogicalResult ProtocolWalk::join(scf::IfOp op, Counted &one, const Counted &other) {
  const Expr condition = indices.of(op.getCondition());
  for (auto [a, b] : llvm::zip_equal(one.uses, other.uses))
    if (!symbolic::isProvedEqual(a, b) && !symbolic::isProvedEqualWhereNot(condition, a, b))
      a = select(Predicate(condition), a, b);
  if (isTally)
    return success();
  if (one.bytes != other.bytes)
    return fail(op, "TMA loads complete transactions of a use in one way of a branch alone");
  for (auto [a, b] : llvm::zip_equal(one.groups, other.groups))
    if (areAmong(b, a))
      a = b;
    else if (!areAmong(a, b))
      return fail(op, "the ways of a branch leave different wgmma groups in flight");
  return success();
}

/// Sets the counters to those at the head of a trip, and gives those behind the loop.
LogicalResult ProtocolWalk::loopCounters(Operation *op, const LoopIndices &loop, Counted &counted,
                                         const std::vector<Expr> &added, std::vector<Expr> &last) {
  last = counted.uses;
  for (auto [use, more, end] : llvm::zip_equal(counted.uses, added, last)) {
    if (symbolic::isConstant(more, 0))
      continue;
    const bool varies = indices.dependsOn(more, loop.trip.str()) ||
                        llvm::any_of(loop.carried, [&](const CarriedIndex &index) {
                          return symbolic::isKind(index.now, symbolic::Kind::Symbol) &&
                                 !index.now.same_as(index.first) &&
                                 indices.dependsOn(more, index.now.str());
                        });
    const Expr before = use;
    if (!varies) {
      use = before + loop.trip * more;
      end = before + loop.count * more;
      continue;
    }
    // An index that adds as much says how many there were, wherever it began; the one that counts
    // these uses gives the shorter formulas.
    const auto counts = [&](const CarriedIndex &index) {
      return symbolic::isProvedEqual(index.next, index.now + more);
    };
    auto carried = llvm::find_if(loop.carried, [&](const CarriedIndex &index) {
      return counts(index) && symbolic::constantDifference(before, index.first).has_value();
    });
    if (carried == loop.carried.end())
      carried = llvm::find_if(loop.carried, counts);
    if (carried == loop.carried.end())
      return fail(op, "the uses of channels in this loop are not counted: a trip adds " +
                          more.str() +
                          ", and the loop carries no index that says how many there "
                          "were");
    use = carried->now + (before - carried->first);
    end = carried->last + (before - carried->first);
  }
  return success();
}

static void shift(std::vector<std::vector<Use>> &groups, llvm::function_ref<Expr(const Use &)> by) {
  for (std::vector<Use> &group : groups)
    for (Use &use : group)
      use.index = by(use);
}

/// Groups in flight at the head of a trip are those before the loop, as many uses further on: the
/// body has to leave them so for the next trip.
LogicalResult ProtocolWalk::carriesGroups(Operation *op, Region &body, Counted &counted,
                                          const LoopIndices &loop, const std::vector<Expr> &added,
                                          const Lanes &active) {
  const auto perTrip = [&](size_t role, const Use &use) {
    return added[counter(role, use.channel, true, Step::Wait)];
  };
  for (size_t role = 0; role < counted.groups.size(); ++role)
    shift(counted.groups[role],
          [&](const Use &use) { return use.index + loop.trip * perTrip(role, use); });
  const auto atHead = counted.groups;
  const auto bytes = counted.bytes;
  if (failed(walk(body, counted, active)))
    return failure();
  if (counted.bytes != bytes)
    return fail(op, "a trip of this loop begins with other transaction bytes of uses that are "
                    "not committed than it leaves");
  for (size_t role = 0; role < atHead.size(); ++role) {
    auto next = atHead[role];
    shift(next, [&](const Use &use) { return shifted(use.index, loop.trip, loop.trip + 1); });
    if (!areAmong(next, counted.groups[role]))
      return fail(op, "a trip of this loop begins with " + Twine(atHead[role].size()) +
                          " wgmma groups in flight, and leaves " +
                          Twine(counted.groups[role].size()) + " for the next one" +
                          (next.size() == counted.groups[role].size() ? ", of other uses" : ""));
  }
  // Without a trip these are the groups before it.
  const std::optional<int64_t> trips = symbolic::constantOf(loop.count);
  const bool isTaken = trips && *trips > 0;
  if (!isTaken)
    counted.groups = atHead;
  const Expr last = isTaken ? loop.count - 1 : loop.count;
  for (auto &groups : counted.groups)
    shift(groups, [&](const Use &use) { return shifted(use.index, loop.trip, last); });
  return success();
}

/// What a trip waits for it hands on.
LogicalResult ProtocolWalk::checkTrip(Operation *op, const std::vector<Expr> &added) {
  for (size_t role = 0; role < facts.roles.size(); ++role)
    for (size_t channel = 0; channel < facts.channels.size(); ++channel)
      for (bool isFull : {true, false}) {
        const Expr &waited = added[counter(role, channel, isFull, Step::Wait)];
        const Expr &arrived = added[counter(role, channel, !isFull, Step::Arrive)];
        if (!symbolic::isProvedEqual(waited, arrived))
          return fail(op, "in a trip of this loop role " + roleName(role) + " waits " +
                              waited.str() + " times for slots of channel " + nameOf(channel) +
                              " to be " + (isFull ? "full, and releases " : "empty, and commits ") +
                              arrived.str());
      }
  return success();
}

/// Each trip begins as the kernel does, and all lanes end it together.
LogicalResult ProtocolWalk::loopOfTrips(Operation *op, Region &body, Counted &counted,
                                        const Lanes &active) {
  if (isTally || isInTrip)
    return fail(op, "mbarriers are made again in a loop inside of another one");
  const Expr count = indices.of(op).count;
  if (trips && !symbolic::isProvedEqual(*trips, count))
    return fail(op, "lanes meet in " + Twine(count.str()) + " trips of this loop, and others in " +
                        trips->str());
  trips = count;
  for (uint32_t lane : active)
    met[lane] = 0;
  const Counted before = counted;
  isInTrip = true;
  const LogicalResult walked = walk(body, counted, active);
  isInTrip = false;
  if (failed(walked))
    return failure();
  for (uint32_t lane : active)
    if (met[lane] != 2)
      return fail(op, "lane " + Twine(lanes.laneAt(lane)) + " meets the cluster " +
                          Twine(met[lane]) +
                          " times in a trip, and has to before mbarriers are "
                          "made again and behind that");
  if (counted.bytes != before.bytes ||
      llvm::any_of(counted.groups, [](const auto &groups) { return !groups.empty(); }))
    return fail(op, "a trip ends with transaction bytes that are not committed, or with wgmma "
                    "groups in flight");
  for (auto [all, first, last] : llvm::zip_equal(tripEnds, before.uses, counted.uses))
    if (!first.same_as(last))
      all = last;
  llvm::append_range(meeting, active);
  counted = before;
  return success();
}

LogicalResult ProtocolWalk::loop(Operation *op, Region &body, Counted &counted,
                                 const Lanes &active) {
  if (!body.getOps<NVVM::ClusterArriveOp>().empty())
    return loopOfTrips(op, body, counted, active);
  auto known = added.find(op);
  if (known == added.end()) {
    Counted trip = counted;
    trip.uses.assign(trip.uses.size(), Expr::constant(0));
    const bool before = std::exchange(isTally, true);
    const LogicalResult result = walk(body, trip, active);
    isTally = before;
    if (failed(result))
      return failure();
    known = added.emplace(op, std::move(trip.uses)).first;
    if (failed(checkTrip(op, known->second)))
      return failure();
  }
  const LoopIndices loop = indices.of(op);
  std::vector<Expr> last;
  if (failed(loopCounters(op, loop, counted, known->second, last)))
    return failure();
  if (!isTally && failed(carriesGroups(op, body, counted, loop, known->second, active)))
    return failure();
  counted.uses = std::move(last);
  return success();
}

} // namespace wave::nvidia
