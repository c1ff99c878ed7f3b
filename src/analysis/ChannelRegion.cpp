//===- ChannelRegion.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ChannelRegion.h"

#include <optional>

#include "symbolic/Difference.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

using symbolic::constantOf;

bool isFlat(const RoleItem &loop) {
  return !loop.isWhile && llvm::all_of(loop.body, [](const RoleItem &item) {
    return isStep(item) || isAccess(item);
  });
}

size_t ChannelRegion::nodeOf(size_t role, const RoleItem &step) {
  const auto [found, isNew] = numbers.insert({{role, step.channel, step.step}, numbers.size()});
  if (isNew)
    byNumber.push_back(&step);
  return found->second;
}

/// By how much one use is after another one, where that is the same in all executions.
static std::optional<int64_t> distanceOf(const Expr &use, const Expr &before) {
  const std::optional<int64_t> simplified = constantOf(use - before);
  return simplified ? simplified : symbolic::constantDifference(use, before);
}

void ChannelRegion::order(size_t role, const End &before, const RoleItem &step, const Expr &use) {
  std::optional<int64_t> distance = distanceOf(use, before.use);
  if (!distance) { // the loops between have at least no trips
    distance = distanceOf(use, before.use + before.skipped);
    isExact = false;
  }
  if (!distance)
    throw OrderGap{{step.op, before.step->op, "its distance to another step is not known", false}};
  orders.push_back({nodeOf(role, *before.step), nodeOf(role, step), *distance, false});
}

void ChannelRegion::add(size_t role, Run &run, UseOf useOf) {
  const auto at = [](const Expr &use, const Expr &counter, const Expr &value) {
    Bindings bindings;
    bindings.set(counter.str(), value);
    return symbolic::substitute(use, bindings);
  };
  // The steps of an unrolled loop around it, which drain what they pipeline: what comes first
  // between two of them need not between any.
  if (llvm::count_if(run.items, [](const RoleItem *item) { return !isStep(*item); }) > 1)
    isExact = false;
  std::vector<End> &last = run.last;
  bool isBegin = true; // nothing that is sure to run stands before
  Expr skipped = 0;    // by what may come first
  const auto follow = [&](const RoleItem &step, const Expr &use) {
    for (const End &before : last)
      order(role, before, step, use);
    if (isBegin)
      run.first.push_back({&step, use, skipped});
    last = {{&step, use, 0}};
  };
  for (const RoleItem *item : run.items) {
    if (isStep(*item)) {
      follow(*item, useOf(*item));
      isBegin = false;
      continue;
    }
    const std::vector<End> before = last;
    const RoleItem *first = nullptr;
    std::set<std::pair<size_t, Step>> kinds;
    for (const RoleItem &step : item->body) {
      if (!isStep(step))
        continue;
      // What holds between some uses of a trip is asked of all of them: a cycle proves nothing.
      if (!kinds.insert({step.channel, step.step}).second)
        isExact = false;
      const Expr use = useOf(step);
      if (first) {
        order(role, last.front(), step, use);
      } else {
        follow(step, at(use, item->counter, 0));
        first = &step;
      }
      last = {{&step, use, 0}};
    }
    // From one trip to the next, and after the last one.
    if (constantOf(item->count) != 1)
      order(role, last.front(), *first, at(useOf(*first), item->counter, item->counter + 1));
    last.front().use = at(last.front().use, item->counter, item->count - 1);
    for (const End &each : before)
      last.push_back({each.step, each.use, each.skipped + item->count});
    skipped = skipped + item->count;
  }
}

void ChannelRegion::follow(size_t role, const Run &before, const Run &run) {
  isExact = false;
  for (const End &last : before.last)
    for (const End &first : run.first)
      order(role, {last.step, last.use, last.skipped + first.skipped}, *first.step,
            before.uses + first.use);
}

namespace {

/// time(to) >= time(from) + least
struct Constraint {
  size_t from, to;
  int64_t least;
};

/// The first constraint of a cycle that no times satisfy.
std::optional<size_t> findCycle(ArrayRef<Constraint> constraints, size_t nodes) {
  std::vector<int64_t> times(nodes, 0); // Bellman-Ford, for longest paths
  for (size_t round = 0; round <= nodes; ++round) {
    std::optional<size_t> changed;
    for (const auto &[number, each] : llvm::enumerate(constraints))
      if (times[each.to] < times[each.from] + each.least) {
        times[each.to] = times[each.from] + each.least;
        changed = number;
      }
    if (!changed)
      return std::nullopt;
    if (round == nodes)
      return changed;
  }
  return std::nullopt;
}

} // namespace

void ChannelRegion::check() {
  for (const auto &[from, fromNode] : numbers)
    for (const auto &[to, toNode] : numbers) {
      const auto [fromRole, fromChannel, fromStep] = from;
      const auto [toRole, toChannel, toStep] = to;
      if (fromChannel != toChannel)
        continue;
      if (fromStep == Step::Commit && toStep == Step::Wait)
        orders.push_back({fromNode, toNode, 0, true});
      if (fromStep == Step::Release && toStep == Step::Acquire)
        orders.push_back({fromNode, toNode, steps.channels[toChannel].slots, true});
    }

  const auto length = static_cast<int64_t>(numbers.size()) + 1;
  SmallVector<Constraint> constraints;
  for (const Order &each : orders)
    constraints.push_back({each.from, each.to, each.isWait - each.distance * length});
  if (const std::optional<size_t> cycle = findCycle(constraints, numbers.size())) {
    const Order &wait = orders[*cycle];
    const RoleItem &from = *byNumber[wait.from], &to = *byNumber[wait.to];
    throw OrderGap{{to.op, from.op,
                    "roles wait for each other: " + nameOf(to.step).str() + " of '" +
                        steps.channels[to.channel].name() + "', of " +
                        std::to_string(steps.channels[to.channel].slots) +
                        (steps.channels[to.channel].slots == 1 ? " slot, and " : " slots, and ") +
                        nameOf(from.step).str() + " of '" + steps.channels[from.channel].name() +
                        "' are in a cycle",
                    isExact}};
  }
}

} // namespace wave::analysis
