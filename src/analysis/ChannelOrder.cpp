//===- ChannelOrder.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ChannelOrder.h"

#include <map>
#include <numeric>

#include "llvm/ADT/IntEqClasses.h"

#include "analysis/RoleValues.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

using symbolic::constantOf;
using Kind = RoleItem::Kind;

static bool isStep(const RoleItem &item) { return item.kind == Kind::Step; }
static bool isAccess(const RoleItem &item) {
  return !isStep(item) && item.kind != Kind::Drain && item.body.empty() && item.otherwise.empty();
}

/// A loop in whose body stand steps alone, so that it may be part of a pipeline.
static bool isFlat(const RoleItem &loop) {
  return !loop.isWhile && llvm::all_of(loop.body, [](const RoleItem &item) {
    return isStep(item) || isAccess(item);
  });
}

static void addChannels(const RoleItem &item, std::set<size_t> &channels) {
  if (isStep(item))
    channels.insert(item.channel);
  for (const RoleItem &inner : item.body)
    addChannels(inner, channels);
  for (const RoleItem &inner : item.otherwise)
    addChannels(inner, channels);
}

static std::set<size_t> channelsIn(const RoleItem &item) {
  std::set<size_t> channels;
  addChannels(item, channels);
  return channels;
}

std::optional<ProtocolGap> ChannelOrder::run() {
  const Counts none = {Expr::constant(0), Expr::constant(0), Expr::constant(0), Expr::constant(0)};
  Scope scope;
  for (const RoleProgram &role : steps.roles) {
    Part &part = scope.emplace_back();
    part.counts.assign(steps.channels.size(), none);
    for (const RoleItem &item : role.items)
      part.items.push_back(&item);
  }
  try {
    order(scope);
  } catch (const Gap &found) {
    return found.gap;
  }
  return std::nullopt;
}

/// Every combination of branches, infeasible ones too: it is enough that all are ordered.
void ChannelOrder::order(const Scope &scope) {
  constexpr size_t mostChoices = 10; // each doubles the number of combinations
  for (size_t role = 0; role < scope.size(); ++role) {
    const auto &items = scope[role].items;
    const auto choice =
        llvm::find_if(items, [](const RoleItem *item) { return item->kind == Kind::Choice; });
    if (choice == items.end())
      continue;
    for (const std::vector<RoleItem> *way : {&(*choice)->body, &(*choice)->otherwise}) {
      Scope chosen = scope;
      auto &own = chosen[role].items;
      const auto at = own.erase(own.begin() + (choice - items.begin()));
      std::vector<const RoleItem *> inner;
      for (const RoleItem &item : *way)
        inner.push_back(&item);
      own.insert(at, inner.begin(), inner.end());
      isOneOfSeveral = true;
      if (++choices > mostChoices)
        throw Gap{{(*choice)->op, nullptr, "there are too many conditions", false}};
      order(chosen);
      --choices;
    }
    return;
  }
  orderChosen(scope);
}

/// The number of a step's use, from the first one in the scope on.
Expr ChannelOrder::useOf(const RoleItem &step, const Part &part) const {
  return step.number - part.counts[step.channel][indexOf(step.step)];
}

//===----------------------------------------------------------------------===//
// Places in a body
//===----------------------------------------------------------------------===//

/// Each channel of a scope is used in one place: in the steps of one region, in loops that take the
/// same trips in all roles, or in single steps.
class ChannelOrder::Groups {
public:
  Groups(const ChannelOrder &order, const Scope &scope)
      : order(order), classes(static_cast<unsigned>(order.steps.channels.size())) {
    for (const Part &part : scope)
      for (const RoleItem *item : part.items)
        if (item->kind == Kind::Loop)
          for (const std::set<size_t> used = channelsIn(*item); size_t channel : used) {
            classes.join(static_cast<unsigned>(*used.begin()), static_cast<unsigned>(channel));
            loops[item] = *used.begin();
            (isFlat(*item) ? flat : nested).insert(channel);
          }
    classes.compress();
  }

  /// Of a channel that loops use; those of one group go together.
  std::optional<unsigned> groupOf(size_t channel) const {
    const unsigned group = classes[static_cast<unsigned>(channel)];
    for (const std::set<size_t> *used : {&flat, &nested})
      for (size_t other : *used)
        if (classes[static_cast<unsigned>(other)] == group)
          return group;
    return std::nullopt;
  }
  std::optional<unsigned> groupOf(const RoleItem &item) const {
    if (isStep(item))
      return groupOf(item.channel);
    if (auto found = loops.find(&item); found != loops.end())
      return groupOf(found->second);
    return std::nullopt;
  }
  std::vector<size_t> channelsOf(unsigned group) const {
    std::vector<size_t> channels;
    for (size_t channel = 0; channel < order.steps.channels.size(); ++channel)
      if (groupOf(channel) == group)
        channels.push_back(channel);
    return channels;
  }
  /// Whether the loops of a group have loops in them.
  bool isNested(unsigned group) const {
    return llvm::any_of(channelsOf(group),
                        [&](size_t channel) { return nested.contains(channel); });
  }
  std::set<unsigned> all() const {
    std::set<unsigned> groups;
    for (const auto &[loop, channel] : loops)
      groups.insert(*groupOf(channel));
    return groups;
  }

private:
  const ChannelOrder &order;
  llvm::IntEqClasses classes;
  std::map<const RoleItem *, size_t> loops; ///< with one of their channels
  std::set<size_t> flat, nested;
};

void ChannelOrder::orderChosen(const Scope &scope) {
  const auto fail = [](const RoleItem &item, const std::string &text, bool isWrong = false,
                       const RoleItem *other = nullptr) {
    throw Gap{{item.op, other ? other->op : nullptr, text, isWrong}};
  };
  // Where a scope begins nobody holds anything, and all have had the same uses.
  std::vector<std::optional<Expr>> first(steps.channels.size());
  for (const Part &part : scope)
    for (const RoleItem *item : part.items)
      for (size_t channel : channelsIn(*item))
        for (const Step step : {Step::Acquire, Step::Commit, Step::Wait, Step::Release}) {
          const Expr &count = part.counts[channel][indexOf(step)];
          bool isUsed = false;
          const auto uses = [&](const auto &self, const RoleItem &each) -> void {
            isUsed |= isStep(each) && each.channel == channel && each.step == step;
            for (const RoleItem &inner : each.body)
              self(self, inner);
            for (const RoleItem &inner : each.otherwise)
              self(self, inner);
          };
          for (const RoleItem *each : part.items)
            uses(uses, *each);
          if (!isUsed)
            continue;
          if (first[channel] && !ChannelCounter::isSame(*first[channel], count))
            fail(*item, "a trip of one role's loop goes on with use " + textOf(*first[channel]) +
                            " of '" + steps.channels[channel].name() +
                            "', and another's with use " + textOf(count));
          first[channel] = count;
        }

  const Groups groups(*this, scope);
  for (unsigned group : groups.all()) {
    if (!groups.isNested(group)) {
      orderRegion(scope, groups.channelsOf(group));
      continue;
    }
    // One loop of each role, all with the same trips.
    Scope inner(scope.size());
    const RoleItem *loop = nullptr;
    for (size_t role = 0; role < scope.size(); ++role) {
      const RoleItem *own = nullptr;
      inner[role].counts = scope[role].counts;
      for (const RoleItem *item : scope[role].items) {
        if (groups.groupOf(*item) != group)
          continue;
        if (isStep(*item) || own)
          fail(*item, "it uses channels of a loop outside of it", false, own);
        own = item;
      }
      if (!own)
        continue;
      if (loop && !loop->counter.same_as(own->counter))
        fail(*own, "it is not proved to take the trips of another role's loop", false, loop);
      loop = own;
      inner[role].counts = counter.atBegin(*own);
      for (const RoleItem &item : own->body)
        inner[role].items.push_back(&item);
    }
    order(inner);
  }

  // Regions, loops and single steps are places, of which each has to come after what it waits for.
  std::map<const RoleItem *, size_t> places;
  std::vector<const RoleItem *> waits; // in the order of the programs
  std::map<unsigned, size_t> ofGroup;
  std::vector<const RoleItem *> names;
  std::vector<std::set<size_t>> behind; // of each place, those that come first
  const auto placeOf = [&](const RoleItem &item) {
    const std::optional<unsigned> group = groups.groupOf(item);
    if (group && ofGroup.contains(*group))
      return ofGroup[*group];
    const size_t place = names.size();
    names.push_back(&item);
    behind.emplace_back();
    if (group)
      ofGroup[*group] = place;
    return place;
  };
  for (const Part &part : scope) {
    std::optional<size_t> before;
    for (const RoleItem *item : part.items) {
      if (isAccess(*item))
        continue;
      const size_t place = placeOf(*item);
      places[item] = place;
      waits.push_back(item);
      if (before && *before != place)
        behind[place].insert(*before);
      before = place;
    }
  }
  for (const RoleItem *waiting : waits) {
    const size_t place = places[waiting];
    const bool isWait = isStep(*waiting) && waiting->step == Step::Wait;
    const bool isAcquire = isStep(*waiting) && waiting->step == Step::Acquire;
    if (waiting->kind != Kind::Drain && !isWait && !isAcquire)
      continue;
    for (size_t role = 0; role < scope.size(); ++role)
      for (const RoleItem *item : scope[role].items) {
        if (isAccess(*item) || places[item] == place)
          continue;
        if (waiting->kind == Kind::Drain) { // of all uses, wherever they are
          if (item->kind != Kind::Drain && channelsIn(*item).contains(waiting->channel))
            behind[place].insert(places[item]);
          continue;
        }
        if (!isStep(*item) || item->channel != waiting->channel ||
            item->step != (isWait ? Step::Commit : Step::Release))
          continue;
        const int64_t slots = isWait ? 0 : steps.channels[item->channel].slots;
        const auto distance = constantOf(waiting->number - item->number);
        if (!distance)
          fail(*waiting, "its use is not known to be another one's", false, item);
        if (*distance == slots)
          behind[place].insert(places[item]);
      }
  }
  std::set<size_t> done;
  for (size_t left = names.size(); left > 0; --left) {
    std::optional<size_t> next;
    for (size_t place = 0; place < names.size() && !next; ++place)
      if (!done.contains(place) &&
          llvm::all_of(behind[place], [&](size_t before) { return done.contains(before); }))
        next = place;
    if (!next) {
      size_t stuck = 0;
      while (done.contains(stuck))
        ++stuck;
      fail(*names[stuck], "no order of the steps is found in which nobody waits for a later one");
    }
    done.insert(*next);
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

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

void ChannelOrder::orderRegion(const Scope &scope, const std::vector<size_t> &channels) {
  const auto isOurs = [&](const RoleItem &item) {
    return item.kind != Kind::Drain && llvm::any_of(channelsIn(item), [&](size_t channel) {
             return llvm::is_contained(channels, channel);
           });
  };
  std::map<std::tuple<size_t, size_t, Step>, size_t> numbers; // by role and channel
  std::vector<const RoleItem *> byNumber;
  const auto nodeOf = [&](size_t role, const RoleItem &step) {
    const auto [found, isNew] = numbers.insert({{role, step.channel, step.step}, numbers.size()});
    if (isNew)
      byNumber.push_back(&step);
    return found->second;
  };
  struct Order { // `to` comes after `from`, whose use is `distance` before its own
    size_t from, to;
    int64_t distance;
    bool isWait;
  };
  std::vector<Order> orders;
  bool isExact = !isOneOfSeveral; // else there may be no such execution

  for (size_t role = 0; role < scope.size(); ++role) {
    const Part &part = scope[role];
    struct Last { // what may come before the next step
      const RoleItem *step;
      Expr use;
      Expr skipped; ///< trips of loops between, which there may be none of
    };
    std::vector<Last> last;
    const auto follow = [&](const RoleItem &step, const Expr &use) {
      for (const Last &before : last) {
        std::optional<int64_t> distance = constantOf(use - before.use);
        if (!distance) { // the loops between have at least no trips
          distance = constantOf(use - before.use - before.skipped);
          isExact = false;
        }
        if (!distance)
          throw Gap{{step.op, before.step->op, "its distance to another step is not known", false}};
        orders.push_back({nodeOf(role, *before.step), nodeOf(role, step), *distance, false});
      }
      last = {{&step, use, Expr::constant(0)}};
    };
    const auto at = [](const Expr &use, const Expr &counter, const Expr &value) {
      Bindings bindings;
      bindings.set(counter.str(), value);
      return symbolic::substitute(use, bindings);
    };
    bool hasEnded = false, hasBegun = false;
    for (const RoleItem *item : part.items) {
      if (isAccess(*item))
        continue;
      if (!isOurs(*item)) {
        hasEnded |= hasBegun;
        continue;
      }
      if (hasEnded)
        throw Gap{
            {item->op, nullptr, "steps of other channels stand between those of a loop", false}};
      hasBegun = true;
      if (isStep(*item)) {
        follow(*item, useOf(*item, part));
        continue;
      }
      const std::vector<Last> before = last;
      bool isFirst = true;
      const RoleItem *first = nullptr;
      std::set<std::pair<size_t, Step>> kinds;
      for (const RoleItem &step : item->body) {
        if (!isStep(step))
          continue;
        // What holds between some uses of a trip is asked of all of them: a cycle proves nothing.
        if (!kinds.insert({step.channel, step.step}).second)
          isExact = false;
        const Expr use = useOf(step, part);
        if (isFirst) {
          follow(step, at(use, item->counter, Expr::constant(0)));
          last = {{&step, use, Expr::constant(0)}};
          first = &step;
        } else {
          follow(step, use);
        }
        isFirst = false;
      }
      // From one trip to the next, and after the last one.
      const std::vector<Last> end = last;
      if (constantOf(item->count) != 1)
        follow(*first, at(useOf(*first, part), item->counter, item->counter + 1));
      last.clear();
      for (const Last &each : end)
        last.push_back({each.step, at(each.use, item->counter, item->count - 1), each.skipped});
      for (const Last &each : before)
        last.push_back({each.step, each.use, each.skipped + item->count});
    }
  }

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
    throw Gap{{to.op, from.op,
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
