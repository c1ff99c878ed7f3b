//===- ProtocolTrial.cpp --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/ProtocolTrial.h"

#include <map>

#include "analysis/ChannelEnds.h"
#include "analysis/RoleValues.h"
#include "symbolic/Evaluate.h"
#include "symbolic/Node.h"
#include "symbolic/Substitute.h"
#include "symbolic/WorkgroupIds.h"

using namespace mlir;

namespace wave::analysis {

namespace {

using Kind = RoleItem::Kind;
using Values = std::map<std::string, int64_t>;

/// No value is given to what a trip computes or reads: the trial says nothing.
struct Unknown {};

int64_t valueOf(const Expr &expr, const Values &values) {
  Bindings bindings;
  for (const std::string &symbol : symbolic::symbolsOf(expr)) {
    const auto found = values.find(symbol);
    if (found == values.end())
      throw Unknown();
    bindings.set(symbol, Expr::constant(found->second));
  }
  const symbolic::Evaluation result = symbolic::evaluate(expr, bindings);
  if (!result)
    throw Unknown();
  return result.value();
}

//===----------------------------------------------------------------------===//
// What the steps depend on
//===----------------------------------------------------------------------===//

/// A symbol that has no value of its own in the roles, and those that are tried.
struct Input {
  std::string symbol;
  int64_t step = 1;     ///< the greatest number that it is divided by
  bool isTrips = false; ///< of while loops that have it as their counter
};

class Inputs {
public:
  explicit Inputs(const RoleSteps &steps) {
    for (const RoleProgram &role : steps.roles)
      walk(role.items);
    for (Input &input : all)
      input.isTrips = whileCounters.contains(input.symbol);
    hasUnknown = llvm::any_of(all, [&](const Input &input) {
      return inside.contains(input.symbol) && !defined.contains(input.symbol);
    });
    llvm::erase_if(
        all, [&](const Input &input) { return defined.contains(input.symbol) && !input.isTrips; });
  }

  std::vector<Input> all;
  bool hasUnknown = false; ///< something that a trip computes or reads anew

private:
  void walk(const std::vector<RoleItem> &items) {
    for (const RoleItem &item : items) {
      if (item.kind == Kind::Loop) {
        define(item.counter);
        inside.insert(item.inside.begin(), item.inside.end());
        if (item.isWhile) {
          whileCounters.insert(item.counter.str());
          use(item.counter);
        } else {
          use(item.count);
        }
        for (const RoleItem::Carried &each : item.carried) {
          define(each.now);
          define(each.result);
          use(each.init);
          use(each.next);
        }
      } else if (item.kind == Kind::Choice) {
        use(item.condition);
      } else if (item.kind != Kind::Fill) {
        use(item.number);
      }
      walk(item.body);
      walk(item.otherwise);
    }
  }
  void define(const Expr &symbol) { defined.insert(symbol.str()); }
  void use(const Expr &expr) {
    for (const std::string &symbol : symbolic::symbolsOf(expr))
      if (llvm::none_of(all, [&](const Input &input) { return input.symbol == symbol; }))
        all.push_back({symbol});
    widen(expr);
  }
  /// Sizes count in steps of what they are divided by.
  void widen(const Expr &expr) {
    using symbolic::Kind;
    const size_t operands = expr.node().operands.size();
    for (size_t i = 0; i < operands; ++i)
      widen(symbolic::operand(expr, i));
    if (symbolic::kindOf(expr) != Kind::FloorDiv && symbolic::kindOf(expr) != Kind::CeilDiv)
      return;
    const std::optional<int64_t> divisor = symbolic::constantOf(symbolic::operand(expr, 1));
    for (const std::string &symbol : symbolic::symbolsOf(symbolic::operand(expr, 0)))
      for (Input &input : all)
        if (divisor && input.symbol == symbol)
          input.step = std::max(input.step, *divisor);
  }

  std::set<std::string> defined, whileCounters, inside;
};

//===----------------------------------------------------------------------===//
// The steps of one execution
//===----------------------------------------------------------------------===//

struct Event {
  const RoleItem *item;
  int64_t number; ///< the sequence index of a step, the slot of an access
};

class Unroller {
public:
  Unroller(Values values) : values(std::move(values)) {}

  std::vector<Event> run(const std::vector<RoleItem> &items) {
    walk(items);
    return std::move(events);
  }

private:
  void walk(const std::vector<RoleItem> &items) {
    for (const RoleItem &item : items)
      switch (item.kind) {
      case Kind::Loop:
        walkLoop(item);
        break;
      case Kind::Choice:
        walk(valueOf(item.condition, values) != 0 ? item.body : item.otherwise);
        break;
      case Kind::Fill:
        events.push_back({&item, 0});
        break;
      default:
        events.push_back({&item, valueOf(item.number, values)});
      }
  }

  void walkLoop(const RoleItem &item) {
    const std::string counter = item.counter.str();
    const int64_t trips = item.isWhile ? values.at(counter) : valueOf(item.count, values);
    std::vector<int64_t> carried;
    for (const RoleItem::Carried &each : item.carried)
      carried.push_back(valueOf(each.init, values));
    const Values outside = values;
    for (int64_t trip = 0; trip < trips; ++trip) {
      values[counter] = trip;
      for (auto [each, value] : llvm::zip(item.carried, carried))
        values[each.now.str()] = value;
      walk(item.body);
      for (auto [each, value] : llvm::zip(item.carried, carried))
        value = valueOf(each.next, values);
    }
    values = outside;
    for (auto [each, value] : llvm::zip(item.carried, carried))
      values[each.result.str()] = value;
  }

  Values values;
  std::vector<Event> events;
};

//===----------------------------------------------------------------------===//
// Running them
//===----------------------------------------------------------------------===//

class Execution {
public:
  Execution(const RoleSteps &steps, const Values &values) : steps(steps) {
    for (const RoleProgram &role : steps.roles)
      programs.push_back(Unroller(values).run(role.items));
    counts.assign(steps.roles.size(),
                  std::vector<std::array<int64_t, stepCount>>(steps.channels.size(), {0, 0, 0, 0}));
    next.assign(steps.roles.size(), 0);
    for (const RoleChannel &channel : steps.channels) {
      const ChannelEnds own = endsOf(channel.op);
      Ends &numbers = ends.emplace_back();
      for (size_t role = 0; role < steps.roles.size(); ++role) {
        if (llvm::is_contained(own.producers, steps.roles[role].role))
          numbers.producers.push_back(role);
        if (llvm::is_contained(own.consumers, steps.roles[role].role))
          numbers.consumers.push_back(role);
      }
    }
  }

  /// What goes wrong.
  std::optional<ProtocolGap> run() {
    for (bool isMoving = true; isMoving;) {
      isMoving = false;
      for (size_t role = 0; role < programs.size(); ++role)
        for (; next[role] < programs[role].size(); ++next[role]) {
          const Event &event = programs[role][next[role]];
          if (!mayPass(event))
            break;
          if (std::optional<std::string> problem = pass(role, event))
            return ProtocolGap{event.item->op, nullptr, *problem, true};
          isMoving = true;
        }
    }
    for (size_t role = 0; role < programs.size(); ++role)
      if (next[role] < programs[role].size()) {
        const Event &event = programs[role][next[role]];
        return ProtocolGap{event.item->op, nullptr,
                           nameOfRole(role) + " waits for ever in " + stepText(event), true};
      }
    return compareEnds();
  }

private:
  struct Ends {
    std::vector<size_t> producers, consumers;
  };
  using Place = std::array<int64_t, stepCount>;

  std::string nameOfRole(size_t role) const {
    return "role '" + ir::RoleOp(steps.roles[role].role).getName().str() + "'";
  }
  std::string stepText(const Event &event) const {
    return (event.item->kind == Kind::Drain ? "drain" : nameOf(event.item->step).str()) +
           " of use " + std::to_string(event.number) + " of '" +
           steps.channels[event.item->channel].name() + "'";
  }

  bool all(const std::vector<size_t> &roles, size_t channel, Step step, int64_t least) const {
    return llvm::all_of(roles,
                        [&](size_t role) { return counts[role][channel][indexOf(step)] >= least; });
  }

  bool mayPass(const Event &event) const {
    const RoleItem &item = *event.item;
    const int64_t slots = steps.channels[item.channel].slots;
    if (item.kind == Kind::Drain)
      return all(ends[item.channel].consumers, item.channel, Step::Release, event.number);
    if (item.kind != Kind::Step)
      return true;
    if (item.step == Step::Acquire)
      return all(ends[item.channel].consumers, item.channel, Step::Release,
                 event.number - slots + 1);
    return item.step != Step::Wait ||
           all(ends[item.channel].producers, item.channel, Step::Commit, event.number + 1);
  }

  std::optional<std::string> pass(size_t role, const Event &event) {
    const RoleItem &item = *event.item;
    Place &own = counts[role][item.channel];
    const int64_t acquired = own[indexOf(Step::Acquire)], committed = own[indexOf(Step::Commit)],
                  awaited = own[indexOf(Step::Wait)], released = own[indexOf(Step::Release)];
    const auto holds = [&](int64_t first, int64_t end) {
      for (int64_t use = first; use < end; ++use)
        if (use % steps.channels[item.channel].slots == event.number)
          return true;
      return false;
    };
    switch (item.kind) {
    case Kind::Step: {
      int64_t &count = own[indexOf(item.step)];
      if (event.number != count)
        return nameOfRole(role) + " has " + stepText(event) + ", and use " + std::to_string(count) +
               " is next";
      ++count;
      if (own[indexOf(Step::Commit)] > acquired || own[indexOf(Step::Release)] > awaited)
        return nameOfRole(role) + " has " + stepText(event) + ", which it does not hold";
      return std::nullopt;
    }
    case Kind::Drain:
      if (event.number != acquired)
        return nameOfRole(role) + " drains " + std::to_string(event.number) + " uses of '" +
               steps.channels[item.channel].name() + "', and has acquired " +
               std::to_string(acquired);
      return std::nullopt;
    case Kind::Write:
      if (!holds(committed, acquired))
        return nameOfRole(role) + " writes slot " + std::to_string(event.number) + " of '" +
               steps.channels[item.channel].name() + "', which it has not acquired";
      return std::nullopt;
    case Kind::Fill:
      if (committed >= acquired)
        return nameOfRole(role) + " accumulates in '" + steps.channels[item.channel].name() +
               "', which it has not acquired";
      return std::nullopt;
    default:
      if (!holds(released, awaited))
        return nameOfRole(role) + " reads slot " + std::to_string(event.number) + " of '" +
               steps.channels[item.channel].name() + "', which it does not hold";
      return std::nullopt;
    }
  }

  /// Every end has had the same uses.
  std::optional<ProtocolGap> compareEnds() const {
    for (size_t channel = 0; channel < ends.size(); ++channel) {
      std::optional<int64_t> uses;
      for (const auto &[roles, first, last] :
           {std::tuple(ends[channel].producers, Step::Acquire, Step::Commit),
            std::tuple(ends[channel].consumers, Step::Wait, Step::Release)})
        for (size_t role : roles)
          for (Step step : {first, last}) {
            const int64_t own = counts[role][channel][indexOf(step)];
            if (uses && own != *uses)
              return ProtocolGap{steps.roles[role].role, nullptr,
                                 nameOfRole(role) + " has had " + std::to_string(own) + " " +
                                     nameOf(step).str() + "s of '" +
                                     steps.channels[channel].name() +
                                     "' at its end, and another end " + std::to_string(*uses),
                                 true};
            uses = own;
          }
    }
    return std::nullopt;
  }

  const RoleSteps &steps;
  std::vector<std::vector<Event>> programs;
  std::vector<size_t> next;
  std::vector<std::vector<Place>> counts; ///< by role and channel
  std::vector<Ends> ends;
};

/// Whether there is a launch in which the input has the value: sizes have any, and each grid has a
/// workgroup 0.  Which others it has, and how many trips a loop runs while a condition holds, is
/// not known here.
bool isPossible(const Input &input, int64_t value) {
  if (StringRef(input.symbol).starts_with("@"))
    return false;
  return value == 0 || llvm::none_of(symbolic::workgroupIds,
                                     [&](const Symbol &id) { return input.symbol == id.name(); });
}

constexpr int64_t mostTrips = 4;
constexpr size_t mostExecutions = 2048;

/// Every combination of values; false to end.
bool forEach(const std::vector<Input> &inputs, size_t number, int64_t upTo, Values &values,
             llvm::function_ref<bool(const Values &)> visit) {
  if (number == inputs.size())
    return visit(values);
  for (int64_t trips = 0; trips <= upTo; ++trips) {
    values[inputs[number].symbol] = trips * inputs[number].step;
    if (!forEach(inputs, number + 1, upTo, values, visit))
      return false;
  }
  return true;
}

std::string textOf(const std::vector<Input> &inputs, const Values &values) {
  std::string text;
  for (const Input &input : inputs)
    text += std::string(text.empty() ? "for " : ", ") + (input.isTrips ? "trips of " : "") +
            analysis::textOf(Expr::symbol(input.symbol)) + " = " +
            std::to_string(values.at(input.symbol));
  return text.empty() ? "" : text + ": ";
}

} // namespace

std::optional<ProtocolTrial> tryProtocol(const RoleSteps &steps) {
  if (steps.gap)
    return std::nullopt;
  const Inputs inputs(steps);
  if (inputs.hasUnknown)
    return std::nullopt;
  int64_t upTo = mostTrips;
  const auto executions = [&] {
    size_t count = 1;
    for (size_t i = 0; i < inputs.all.size() && count <= mostExecutions; ++i)
      count *= static_cast<size_t>(upTo) + 1;
    return count;
  };
  while (upTo > 1 && executions() > mostExecutions)
    --upTo;
  if (executions() > mostExecutions)
    return std::nullopt;
  ProtocolTrial trial{upTo, 0, {}};
  Values values;
  try {
    forEach(inputs.all, 0, upTo, values, [&](const Values &chosen) {
      ++trial.executions;
      trial.failure = Execution(steps, chosen).run();
      if (trial.failure) {
        trial.failure->text = textOf(inputs.all, chosen) + trial.failure->text;
        trial.failure->isWrong = llvm::all_of(inputs.all, [&](const Input &input) {
          return isPossible(input, chosen.at(input.symbol));
        });
      }
      return !trial.failure;
    });
  } catch (const Unknown &) {
    return std::nullopt;
  }
  return trial;
}

} // namespace wave::analysis
