//===- ChannelCounts.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ChannelCounts.h"

#include "analysis/ChannelEnds.h"
#include "analysis/RoleValues.h"
#include "symbolic/Difference.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"

using namespace mlir;

namespace wave::analysis {

using symbolic::constantOf;

bool ChannelCounter::isSame(const Expr &a, const Expr &b) {
  return symbolic::isConstant(a - b, 0) || symbolic::isProvedEqual(a, b);
}

void ChannelCounter::fail(const RoleItem &item, const std::string &text, bool isWrong) {
  throw Gap{{item.op, nullptr, text, isWrong}};
}

std::optional<ProtocolGap> ChannelCounter::run() {
  if (steps.gap)
    return steps.gap;
  std::vector<ChannelCounts> totals;
  try {
    for (role = 0; role < steps.roles.size(); ++role) {
      ChannelCounts &counts = totals.emplace_back(none());
      walk(steps.roles[role].items, counts);
    }
  } catch (const Gap &found) {
    return found.gap;
  }
  return compareTotals(totals);
}

//===----------------------------------------------------------------------===//
// How many uses there are
//===----------------------------------------------------------------------===//

/// Whether a and b are equal where the condition does not hold: it says that there is one use more
/// at least, or that a number of trips is at least so great.
bool ChannelCounter::isSameWhereNot(const Expr &condition, const Expr &a, const Expr &b) {
  const Expr more = a - b;
  if ((Expr::constant(1) <= more).value().same_as(condition) && ranges.isNonNegative(more))
    return true;
  const std::optional<Expr> x = symbolic::comparedNumber(condition);
  return x && ranges.isNonNegative(*x) && symbolic::isProvedEqualWhereNot(condition, a, b);
}

ChannelCounts ChannelCounter::none() const {
  const Expr zero = Expr::constant(0);
  return ChannelCounts(steps.channels.size() + steps.rings, Counts{zero, zero, zero, zero});
}

std::optional<ChannelCounter::Place> ChannelCounter::placeOf(const RoleItem &item) const {
  switch (item.kind) {
  case RoleItem::Kind::Step:
    return Place(item.channel, indexOf(item.step));
  case RoleItem::Kind::Write:
    return Place(steps.channels.size() + item.ring, 0);
  case RoleItem::Kind::Read:
    return Place(steps.channels.size() + item.ring, 1);
  default:
    return std::nullopt;
  }
}

std::optional<Expr> ChannelCounter::usesIn(const RoleItem &item, Place place) {
  switch (item.kind) {
  case RoleItem::Kind::Loop: {
    const std::optional<Expr> uses = usesIn(item.body, place);
    if (!uses || symbolic::isConstant(*uses, 0))
      return uses;
    for (const std::string &symbol : symbolic::symbolsOf(*uses))
      if (item.inside.contains(symbol))
        return std::nullopt;
    return item.isWhile ? std::nullopt : std::optional(item.count * *uses);
  }
  case RoleItem::Kind::Choice: {
    const std::optional<Expr> first = usesIn(item.body, place),
                              second = usesIn(item.otherwise, place);
    if (first && second &&
        (isSame(*first, *second) || isSameWhereNot(item.condition, *first, *second)))
      return first;
    return std::nullopt;
  }
  default:
    return Expr::constant(placeOf(item) == place);
  }
}

std::optional<Expr> ChannelCounter::usesIn(const std::vector<RoleItem> &items, Place place) {
  Expr sum = Expr::constant(0);
  for (const RoleItem &item : items) {
    const std::optional<Expr> uses = usesIn(item, place);
    if (!uses)
      return std::nullopt;
    sum = sum + *uses;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Their numbers
//===----------------------------------------------------------------------===//

void ChannelCounter::walk(const std::vector<RoleItem> &items, ChannelCounts &counts) {
  for (const RoleItem &item : items)
    switch (item.kind) {
    case RoleItem::Kind::Step:
      walkStep(item, counts);
      break;
    case RoleItem::Kind::Drain:
      if (depth > 0)
        fail(item, "a drain in a loop or on a condition", false);
      if (const Expr all = counts[item.channel][indexOf(Step::Acquire)]; !isSame(item.number, all))
        fail(item,
             "it drains " + textOf(item.number) + " uses, and " + textOf(all) +
                 " have been acquired",
             constantOf(item.number - all).has_value());
      drained.insert_or_assign({role, item.channel}, item.number);
      break;
    case RoleItem::Kind::Write:
    case RoleItem::Kind::Read:
    case RoleItem::Kind::Use:
      walkAccess(item, counts);
      break;
    case RoleItem::Kind::Fill:
      walkFill(item, counts[item.channel]);
      break;
    case RoleItem::Kind::Loop:
      ++depth;
      walkLoop(item, counts);
      --depth;
      break;
    case RoleItem::Kind::Choice:
      ++depth;
      walkChoice(item, counts);
      --depth;
      break;
    }
}

/// "'a'", the names of what a channel or a ring holds.
std::string ChannelCounter::nameOfCount(size_t number) const {
  if (number < steps.channels.size())
    return "'" + steps.channels[number].name() + "'";
  for (const RoleChannel &channel : steps.channels)
    if (const size_t ring = number - steps.channels.size() - channel.firstRing;
        ring < channel.rings().size())
      if (auto allocation = channel.rings()[ring].getDefiningOp<ir::AllocateOp>())
        return "'" + allocation.getName().str() + "'";
  return "a ring";
}

void ChannelCounter::walkStep(const RoleItem &item, ChannelCounts &counts) {
  Counts &own = counts[item.channel];
  Expr &next = own[indexOf(item.step)];
  if (!isSame(item.number, next))
    fail(item,
         nameOf(item.step).str() + " of use " + textOf(item.number) + ", and use " + textOf(next) +
             " is next",
         constantOf(item.number - next).has_value());
  const bool isSecond = item.step == Step::Commit || item.step == Step::Release;
  if (isSecond) {
    const Step first = item.step == Step::Commit ? Step::Acquire : Step::Wait;
    const Expr held = own[indexOf(first)] - next;
    const std::optional<int64_t> number = constantOf(held);
    if (!number || *number < 1)
      fail(item,
           nameOf(item.step).str() + " of use " + textOf(item.number) + ", and " +
               nameOf(first).str() + " has had " + textOf(own[indexOf(first)]) + " uses",
           number.has_value());
  }
  if (item.step == Step::Commit)
    for (size_t i = 0; i < steps.channels[item.channel].rings().size(); ++i) {
      const size_t ring = steps.channels.size() + steps.channels[item.channel].firstRing + i;
      if (isFilledElsewhere(steps.channels[item.channel].rings()[i]))
        continue;
      const std::optional<int64_t> ahead = constantOf(counts[ring][0] - next);
      if (!ahead || *ahead < 1) // later uses may have been begun
        fail(item,
             "commit of use " + textOf(next) + ", and " + nameOfCount(ring) + " has had " +
                 textOf(counts[ring][0]) + " writes",
             ahead.has_value());
    }
  next = next + 1;
}

/// Whether another producer of its channel writes the ring, and this role does not.
bool ChannelCounter::isFilledElsewhere(Value ring) const {
  ir::RoleOp own = steps.roles[role].role;
  bool isWritten = false;
  for (Operation *user : ring.getUsers())
    if (auto access = dyn_cast<ir::AccessOpInterface>(user); access && access.writesRing()) {
      if (own->isProperAncestor(user))
        return false;
      isWritten = true;
    }
  return isWritten;
}

/// An access names a slot, which is that of its use, and the role holds the use.  An MMA reads the
/// slot of a use that has been read in place.
void ChannelCounter::walkAccess(const RoleItem &item, ChannelCounts &counts) {
  const bool isWrite = item.kind == RoleItem::Kind::Write;
  const Counts &own = counts[item.channel];
  const Expr &first = own[indexOf(isWrite ? Step::Commit : Step::Release)];
  const Expr &end = own[indexOf(isWrite ? Step::Acquire : Step::Wait)];
  const int64_t slots = steps.channels[item.channel].slots;
  const std::optional<int64_t> held = constantOf(end - first);
  const auto place = placeOf(item);
  for (int64_t i = 0; held && i < std::min(*held, slots); ++i) {
    const Expr use = first + i;
    if (!isSame(use % slots, item.number) ||
        (place && !isSame(use, counts[place->first][place->second])))
      continue;
    if (place)
      counts[place->first][place->second] = use + 1;
    return;
  }
  std::string text = std::string(isWrite ? "it writes" : "it reads") + " slot " +
                     textOf(item.number) + " of " + std::to_string(slots);
  if (place)
    text += " for use " + textOf(counts[place->first][place->second]);
  text += held && *held <= 0
              ? ", and the role holds no use"
              : ", and the role holds uses " + textOf(first) + " to " + textOf(end - 1);
  fail(item, text, held && *held <= 0);
}

/// An MMA that accumulates in a slot, whose use the role has acquired and not committed.
void ChannelCounter::walkFill(const RoleItem &item, const Counts &counts) {
  const Expr held = counts[indexOf(Step::Acquire)] - counts[indexOf(Step::Commit)];
  const std::optional<int64_t> number = constantOf(held);
  if (!number || *number < 1)
    fail(item,
         "it accumulates in '" + steps.channels[item.channel].name() +
             "', and the role holds no use",
         number.has_value());
}

/// Whether a loop's number of trips is proved not to be negative: by itself, or by a condition
/// around it.
bool ChannelCounter::isNatural(const Expr &count) {
  const Expr claim = (Expr::constant(1) <= count + 1).value(); // as conditions are written
  return ranges.isNonNegative(count) || symbolic::isConstant(claim, 1) ||
         llvm::any_of(facts, [&](const Expr &fact) { return fact.same_as(claim); });
}

void ChannelCounter::walkLoop(const RoleItem &item, ChannelCounts &counts) {
  if (!item.isWhile && !isNatural(item.count))
    fail(item, "its number of trips, " + textOf(item.count) + ", may be negative", false);
  ChannelCounts body = counts, after = counts;
  for (size_t number = 0; number < counts.size(); ++number)
    for (size_t step = 0; step < stepCount; ++step) {
      const std::optional<Expr> uses = usesIn(item.body, {number, step});
      if (uses && symbolic::isConstant(*uses, 0))
        continue;
      const Expr &before = counts[number][step];
      if (const std::optional<Expr> all = usesIn(item, {number, step})) {
        body[number][step] = before + item.counter * *uses;
        after[number][step] = before + *all;
        continue;
      }
      const auto carried = llvm::find_if(item.carried, [&](const RoleItem::Carried &each) {
        return uses && isSame(each.init, before) && isSame(each.next - each.now, *uses);
      });
      if (carried == item.carried.end())
        fail(item,
             "its steps have different numbers of uses of " + nameOfCount(number) +
                 ", and it carries no index that counts them",
             false);
      body[number][step] = carried->now;
      after[number][step] = carried->result;
    }
  begins[&item] = body;
  walk(item.body, body);
  counts = after;
}

void ChannelCounter::walkChoice(const RoleItem &item, ChannelCounts &counts) {
  ChannelCounts otherwise = counts;
  facts.push_back(item.condition);
  walk(item.body, counts);
  facts.pop_back();
  walk(item.otherwise, otherwise);
  for (size_t number = 0; number < counts.size(); ++number)
    for (size_t step = 0; step < stepCount; ++step) {
      const Expr &first = counts[number][step], &second = otherwise[number][step];
      if (!isSame(first, second) && !isSameWhereNot(item.condition, first, second))
        fail(item,
             "its branches differ: " + textOf(first) + " uses of " + nameOfCount(number) +
                 ", and " + textOf(second),
             constantOf(first - second).has_value());
    }
}

//===----------------------------------------------------------------------===//
// How many there have been
//===----------------------------------------------------------------------===//

/// Every role that takes part in a channel has had all of its uses at the exit.
std::optional<ProtocolGap> ChannelCounter::compareTotals(const std::vector<ChannelCounts> &totals) {
  for (size_t channel = 0; channel < steps.channels.size(); ++channel) {
    const std::string name = "channel '" + steps.channels[channel].name() + "': ";
    std::optional<Expr> all;
    SmallVector<ir::RoleOp> producers, consumers;
    for (size_t role = 0; role < steps.roles.size(); ++role) {
      ir::RoleOp op = steps.roles[role].role;
      const std::string own = "role '" + op.getName().str() + "'";
      const Counts &counts = totals[role][channel];
      for (const Step first : {Step::Acquire, Step::Wait}) {
        const Step second = first == Step::Acquire ? Step::Commit : Step::Release;
        const Expr &begun = counts[indexOf(first)], &ended = counts[indexOf(second)];
        if (symbolic::isConstant(begun, 0) && symbolic::isConstant(ended, 0))
          continue;
        (first == Step::Acquire ? producers : consumers).push_back(op);
        if (!isSame(begun, ended))
          return ProtocolGap{op, nullptr,
                             name + own + " ends with " + textOf(begun) + " uses after " +
                                 nameOf(first).str() + " and " + textOf(ended) + " after " +
                                 nameOf(second).str(),
                             constantOf(begun - ended).has_value()};
        if (all && !isSame(*all, begun))
          return ProtocolGap{op, nullptr,
                             name + own + " has " + textOf(begun) + " uses, and another end has " +
                                 textOf(*all),
                             constantOf(begun - *all).has_value()};
        all = begun;
        const auto found = drained.find({role, channel});
        if (first == Step::Acquire && steps.channels[channel].isReleasedLate &&
            (found == drained.end() || !isSame(found->second, begun)))
          return ProtocolGap{
              op, nullptr,
              name + own + " ends without a drain, and the last releases may arrive later", true};
      }
    }
    if (producers.empty() != consumers.empty()) {
      ir::RoleOp end = producers.empty() ? consumers.front() : producers.front();
      return ProtocolGap{end, nullptr,
                         name + "role '" + end.getName().str() + "' " +
                             (producers.empty() ? "awaits it, and no role fills it"
                                                : "fills it, and no role awaits it"),
                         true};
    }
    if (auto gap = compareEnds(channel, totals))
      return gap;
  }
  return std::nullopt;
}

/// Each ring is filled by one of the producers, and barriers count the arrivals of all roles.
std::optional<ProtocolGap> ChannelCounter::compareEnds(size_t channel,
                                                       const std::vector<ChannelCounts> &totals) {
  const RoleChannel &own = steps.channels[channel];
  ir::ChannelOp op = own.op;
  const std::string name = "channel '" + own.name() + "': ";
  for (size_t ring = 0; ring < own.rings().size(); ++ring) {
    ir::RoleOp writer;
    for (size_t role = 0; role < steps.roles.size(); ++role) {
      const size_t place = steps.channels.size() + own.firstRing + ring;
      if (symbolic::isConstant(totals[role][place][0], 0))
        continue;
      if (writer)
        return ProtocolGap{steps.roles[role].role, writer,
                           name + "roles '" + writer.getName().str() + "' and '" +
                               ir::RoleOp(steps.roles[role].role).getName().str() +
                               "' both write " + nameOfCount(place),
                           true};
      writer = steps.roles[role].role;
    }
  }
  const ChannelEnds ends = endsOf(op);
  const auto compare = [&](std::optional<ArrayAttr> named, std::optional<uint64_t> counted,
                           ArrayRef<ir::RoleOp> roles, int64_t count, StringRef step,
                           StringRef which) -> std::optional<ProtocolGap> {
    if (roles.empty())
      return std::nullopt;
    const auto isNamed = [&](ir::RoleOp role) {
      return named && llvm::is_contained(*named, Attribute(role.getNameAttr()));
    };
    for (ir::RoleOp role : roles)
      if (!isNamed(role))
        return ProtocolGap{op, role,
                           name + "role '" + role.getName().str() + "' " + step.str() +
                               "s its slots, and is none of its " + which.str(),
                           true, "name it among the " + which.str() + " of the channel"};
    if (!counted || static_cast<int64_t>(*counted) != count || named->size() != roles.size())
      return ProtocolGap{op, nullptr,
                         name + "its slots count " + std::to_string(counted.value_or(0)) + " " +
                             step.str() + "s of " + std::to_string(named->size()) +
                             " roles, and have " + std::to_string(count) + " of " +
                             std::to_string(roles.size()),
                         true, "count one " + step.str() + " for each role that makes it"};
    return std::nullopt;
  };
  if (auto gap = compare(op.getProducers(), op.getCommits(), ends.producers, ends.commits, "commit",
                         "producers"))
    return gap;
  return compare(op.getConsumers(), op.getReleases(), ends.consumers, ends.releases, "release",
                 "consumers");
}

} // namespace wave::analysis
