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
  } catch (const OrderGap &found) {
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
        throw OrderGap{{(*choice)->op, nullptr, "there are too many conditions", false}};
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

/// One loop of each role, all with the same trips: what they do in one of them.
std::optional<ProtocolGap> ChannelOrder::alignLoops(const Scope &scope, const Groups &groups,
                                                    unsigned group, Scope &inner) const {
  const RoleItem *loop = nullptr;
  for (size_t role = 0; role < scope.size(); ++role) {
    const RoleItem *own = nullptr;
    inner[role].counts = scope[role].counts;
    for (const RoleItem *item : scope[role].items) {
      if (groups.groupOf(*item) != group)
        continue;
      if (isStep(*item) || own)
        return ProtocolGap{item->op, own ? own->op : nullptr,
                           "it uses channels of a loop outside of it", false};
      own = item;
    }
    if (!own)
      continue;
    if (loop && !loop->counter.same_as(own->counter))
      return ProtocolGap{own->op, loop->op,
                         "it is not proved to take the trips of another role's loop", false};
    loop = own;
    inner[role].counts = counter.atBegin(*own);
    for (const RoleItem &item : own->body)
      inner[role].items.push_back(&item);
  }
  return std::nullopt;
}

void ChannelOrder::orderChosen(const Scope &scope) {
  const auto fail = [](const RoleItem &item, const std::string &text, bool isWrong = false,
                       const RoleItem *other = nullptr) {
    throw OrderGap{{item.op, other ? other->op : nullptr, text, isWrong}};
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
    Scope inner(scope.size());
    if (const std::optional<ProtocolGap> gap = alignLoops(scope, groups, group, inner)) {
      try {
        orderRuns(scope, groups.channelsOf(group));
      } catch (const OrderGap &) {
        throw OrderGap{*gap};
      }
      continue;
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

static bool hasSteps(const RoleItem &item, const std::vector<size_t> &channels) {
  return item.kind != Kind::Drain && llvm::any_of(channelsIn(item), [&](size_t channel) {
           return llvm::is_contained(channels, channel);
         });
}

void ChannelOrder::orderRegion(const Scope &scope, const std::vector<size_t> &channels) {
  ChannelRegion region(steps, !isOneOfSeveral);
  for (size_t role = 0; role < scope.size(); ++role) {
    const Part &part = scope[role];
    ChannelRegion::Run run;
    bool hasEnded = false;
    for (const RoleItem *item : part.items) {
      if (isAccess(*item))
        continue;
      if (!hasSteps(*item, channels)) {
        hasEnded |= !run.items.empty();
        continue;
      }
      if (hasEnded)
        throw OrderGap{
            {item->op, nullptr, "steps of other channels stand between those of a loop", false}};
      run.items.push_back(item);
    }
    region.add(role, run, [&](const RoleItem &step) { return useOf(step, part); });
  }
  region.check();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

using Run = ChannelRegion::Run;

/// What one role does to the channels of a group, wherever that stands in its loops: runs of steps
/// and of loops of steps.  A run ends where a loop with loops in it begins or ends.
class RunFinder {
public:
  explicit RunFinder(const std::vector<size_t> &channels) : channels(channels) {}

  void find(ArrayRef<const RoleItem *> items) {
    std::vector<Run> open(1); // one for each choice of branches
    add(items, open);
    end(open);
  }

  std::vector<Run> runs;

private:
  void find(const std::vector<RoleItem> &items) {
    std::vector<const RoleItem *> all;
    for (const RoleItem &item : items)
      all.push_back(&item);
    find(all);
  }

  void add(ArrayRef<const RoleItem *> items, std::vector<Run> &open) {
    for (const RoleItem *item : items) {
      if (!hasSteps(*item, channels))
        continue;
      if (item->kind == Kind::Choice) {
        choose(*item, open);
      } else if (isStep(*item) || isFlat(*item)) {
        for (Run &run : open)
          run.items.push_back(item);
      } else {
        end(open);
        find(item->body);
      }
    }
  }

  void choose(const RoleItem &choice, std::vector<Run> &open) {
    constexpr size_t mostRuns = 256;
    if (open.size() * 2 > mostRuns)
      throw OrderGap{{choice.op, nullptr, "there are too many conditions", false}};
    std::vector<Run> otherwise = open;
    const auto take = [&](const std::vector<RoleItem> &way, std::vector<Run> &own) {
      std::vector<const RoleItem *> all;
      for (const RoleItem &item : way)
        all.push_back(&item);
      add(all, own);
    };
    take(choice.body, open);
    take(choice.otherwise, otherwise);
    open.insert(open.end(), otherwise.begin(), otherwise.end());
  }

  void end(std::vector<Run> &open) {
    for (Run &run : open)
      if (!run.items.empty())
        runs.push_back(std::move(run));
    open.assign(1, {});
  }

  const std::vector<size_t> &channels;
};

} // namespace

/// How often each step is taken in a run.
static std::map<std::pair<size_t, Step>, Expr> usesOf(const Run &run) {
  std::map<std::pair<size_t, Step>, Expr> uses;
  const auto add = [&](const RoleItem &step, const Expr &times) {
    auto [found, isNew] = uses.try_emplace({step.channel, step.step}, times);
    if (!isNew)
      found->second = found->second + times;
  };
  for (const RoleItem *item : run.items) {
    if (isStep(*item))
      add(*item, 1);
    for (const RoleItem &step : item->body)
      if (isStep(step))
        add(step, item->count);
  }
  return uses;
}

/// The first use of each step in a run.
static std::map<std::pair<size_t, Step>, Expr> firstUsesOf(const Run &run) {
  std::map<std::pair<size_t, Step>, Expr> first;
  for (const RoleItem *item : run.items) {
    if (isStep(*item))
      first.try_emplace({item->channel, item->step}, item->number);
    Bindings begin;
    if (!item->body.empty())
      begin.set(item->counter.str(), 0);
    for (const RoleItem &step : item->body)
      if (isStep(step))
        first.try_emplace({step.channel, step.step}, symbolic::substitute(step.number, begin));
  }
  return first;
}

/// Where each run has equally many uses of all steps of its role, nobody holds a slot between runs,
/// and all steps have had as many uses: one order of the steps holds in all of them, whatever loops
/// they stand in, if each run of a role may follow each other one.
void ChannelOrder::orderRuns(const Scope &scope, const std::vector<size_t> &channels) {
  ChannelRegion region(steps, false);
  for (size_t role = 0; role < scope.size(); ++role) {
    RunFinder finder(channels);
    finder.find(scope[role].items);
    std::set<std::pair<size_t, Step>> kinds;
    for (const Run &run : finder.runs)
      for (const auto &[kind, times] : usesOf(run))
        kinds.insert(kind);
    for (Run &run : finder.runs) {
      const auto uses = usesOf(run);
      run.uses = uses.begin()->second;
      for (const auto &kind : kinds)
        if (auto own = uses.find(kind);
            own == uses.end() || !ChannelCounter::isSame(own->second, run.uses))
          throw OrderGap{{run.items.front()->op, nullptr,
                          "its steps have different numbers of uses, in loops that roles pipeline",
                          false}};
      const auto first = firstUsesOf(run);
      region.add(role, run, [&](const RoleItem &step) {
        return step.number - first.at({step.channel, step.step});
      });
    }
    for (const Run &before : finder.runs)
      for (const Run &run : finder.runs)
        region.follow(role, before, run);
  }
  region.check();
}

} // namespace wave::analysis
