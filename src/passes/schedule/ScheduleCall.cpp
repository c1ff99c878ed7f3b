//===- ScheduleCall.cpp ---------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ScheduleCall.h"

#include <algorithm>

#include "llvm/ADT/StringExtras.h"

#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using analysis::NodeList;
using schedule::Term;

void refuse(const ir::BrokenConstraint &report) {
  (void)LogicalResult(report);
  throw ScheduleRefused();
}

void ScheduleCall::fail(const Twine &claim, const Twine &help) const {
  refuse(ir::BrokenConstraint(where, "schedule-argument", Twine(call.function) + ": " + claim)
             .help(help));
}

void ScheduleCall::failKind(StringRef name, const Term &found, StringRef wanted) const {
  fail(Twine(name) + " is " + schedule::textOf(found), Twine(name) + " is " + wanted);
}

const Term *ScheduleCall::find(StringRef name) {
  expected.push_back(name.str());
  for (const schedule::Argument &argument : call.arguments)
    if (argument.name == name)
      return &argument.value;
  for (size_t i = 0, unnamed = 0; i < call.arguments.size(); ++i)
    if (call.arguments[i].name.empty() && unnamed++ == position) {
      ++position;
      return &call.arguments[i].value;
    }
  return nullptr;
}

const Term &ScheduleCall::value(StringRef name) {
  const Term *found = find(name);
  if (!found)
    fail(Twine(name) + " is missing",
         Twine("give it after the other arguments, or as ") + name + "=...");
  return *found;
}

std::string ScheduleCall::text(StringRef name) {
  const Term &found = value(name);
  if (found.kind != Term::Kind::Text)
    failKind(name, found, "a text between quotes");
  return found.text;
}

std::string ScheduleCall::word(StringRef name) {
  const Term &found = value(name);
  if (found.kind != Term::Kind::Name)
    failKind(name, found, "a name without quotes");
  return found.text;
}

std::optional<std::string> ScheduleCall::optionalWord(StringRef name) {
  const Term *found = find(name);
  if (found && found->kind != Term::Kind::Name)
    failKind(name, *found, "a name without quotes");
  return found ? std::optional(found->text) : std::nullopt;
}

std::vector<std::string> ScheduleCall::texts(StringRef name) {
  const Term &found = value(name);
  if (found.kind == Term::Kind::Text)
    return {found.text};
  std::vector<std::string> list;
  for (const Term &element : found.elements)
    if (found.kind == Term::Kind::Set && element.kind == Term::Kind::Text)
      list.push_back(element.text);
  if (list.empty() || list.size() != found.elements.size())
    failKind(name, found, "a text between quotes, or a set of them: {\"a\", \"b\"}");
  return list;
}

std::vector<std::string> ScheduleCall::words(StringRef name) {
  std::vector<std::string> list;
  size_t unnamed = 0;
  for (const schedule::Argument &argument : call.arguments) {
    if (!argument.name.empty() || unnamed++ < position)
      continue;
    if (argument.value.kind != Term::Kind::Name)
      failKind(name, argument.value, "names without quotes");
    list.push_back(argument.value.text);
  }
  position = unnamed;
  return list;
}

int64_t ScheduleCall::number(StringRef name, int64_t least, int64_t most) {
  return numberOf(name, value(name), least, most);
}

int64_t ScheduleCall::numberOr(StringRef name, int64_t least, int64_t absent, int64_t most) {
  const Term *found = find(name);
  return found ? numberOf(name, *found, least, most) : absent;
}

int64_t ScheduleCall::numberOf(StringRef name, const Term &found, int64_t least,
                               int64_t most) const {
  const std::optional<int64_t> number = numberIn(found);
  if (!number || *number < least)
    failKind(name, found, "a number of at least " + std::to_string(least));
  if (*number > most)
    fail(Twine(name) + " is " + Twine(*number), Twine(name) + " is at most " + Twine(most));
  return *number;
}

std::optional<int64_t> ScheduleCall::numberIn(const Term &found) const {
  if (found.kind == Term::Kind::Number)
    return found.number;
  if (found.kind != Term::Kind::Name)
    return std::nullopt;
  const std::vector<Held> results = evaluate(found);
  const auto *number = results.size() == 1 ? std::get_if<HeldNumber>(&results.front()) : nullptr;
  return number ? std::optional(number->value) : std::nullopt;
}

std::optional<int64_t> ScheduleCall::optionalNumber(StringRef name, int64_t least, int64_t most) {
  const bool isThere =
      std::ranges::count(call.arguments, name.str(), &schedule::Argument::name) > 0;
  if (isThere)
    return number(name, least, most);
  expected.push_back(name.str());
  return std::nullopt;
}

/// "8 or 16"; "32, 64 or 128".
static std::string alternatives(ArrayRef<StringRef> values) {
  return (llvm::join(values.drop_back(), ", ") + " or " + values.back()).str();
}

std::optional<std::string> ScheduleCall::oneOf(StringRef name, ArrayRef<StringRef> values,
                                               bool isAlone) {
  const bool isNamed =
      std::ranges::count(call.arguments, name.str(), &schedule::Argument::name) > 0;
  if (!isAlone && !isNamed) {
    expected.push_back(name.str());
    return std::nullopt;
  }
  const Term *found = find(name);
  if (!found && llvm::is_contained(values, "True"))
    return "True";
  const Term &term = found ? *found : value(name);
  const bool isNumber = term.kind == Term::Kind::Number || !llvm::isAlpha(values.front().front());
  const std::optional<int64_t> number = isNumber ? numberIn(term) : std::nullopt;
  const std::string text = number ? std::to_string(*number) : schedule::textOf(term);
  const bool isWord = number || term.kind == Term::Kind::Name;
  if (!isWord || !llvm::is_contained(values, StringRef(text)))
    failKind(name, term, alternatives(values));
  return text;
}

bool ScheduleCall::flag(StringRef name) {
  expected.push_back(name.str());
  for (const schedule::Argument &argument : call.arguments) {
    if (argument.name != name)
      continue;
    if (argument.value.kind != Term::Kind::Name ||
        (argument.value.text != "True" && argument.value.text != "False"))
      failKind(name, argument.value, "True or False");
    return argument.value.text == "True";
  }
  return false;
}

const schedule::Call &ScheduleCall::all() {
  for (const schedule::Argument &argument : call.arguments)
    expected.push_back(argument.name);
  return call;
}

ArrayRef<Term> ScheduleCall::list(StringRef name, const Term &value) {
  if (value.kind != Term::Kind::List)
    failKind(name, value, "a list: [a, b]");
  return value.elements;
}

std::vector<int64_t> ScheduleCall::numbers(StringRef name, const Term &value, int64_t least) {
  std::vector<int64_t> found;
  for (const Term &element : value.elements)
    if (const auto number = numberIn(element);
        value.kind == Term::Kind::List && number && *number >= least)
      found.push_back(*number);
  if (value.kind != Term::Kind::List || found.size() != value.elements.size())
    failKind(name, value, "a list of numbers of at least " + std::to_string(least));
  return found;
}

NodeList ScheduleCall::sequenceOf(StringRef name, const Term &value) {
  if (value.kind == Term::Kind::List || value.kind == Term::Kind::Tuple) {
    NodeList all;
    for (const Term &element : value.elements)
      llvm::append_range(all, sequenceOf(name, element));
    return all;
  }
  const std::vector<Held> results = evaluate(value);
  if (results.size() == 1)
    if (const auto *found = std::get_if<NodeList>(&results.front()))
      return *found;
  fail(Twine(name) + " is " + schedule::textOf(value),
       Twine(name) + " is what get_node_by_tag or another function selects");
}

NodeList ScheduleCall::nodesOf(StringRef name, const Term &value) {
  NodeList once;
  for (const analysis::Node &node : sequenceOf(name, value))
    if (!llvm::is_contained(once, node))
      once.push_back(node);
  return once;
}

NodeList ScheduleCall::wholeNodesOf(StringRef name, const Term &value) {
  NodeList found = nodesOf(name, value);
  for (const analysis::Node &node : found)
    if (node.trip)
      fail(
          Twine(name) + " is " + analysis::describe(node),
          "select the operation itself: one part of a pipelined loop takes insertions, and has the "
          "order and the role of the whole");
  return found;
}

ir::IterateOp ScheduleCall::loop(StringRef name, const Term &value) {
  const NodeList loops = wholeNodesOf(name, value);
  auto found = loops.size() == 1 ? dyn_cast<ir::IterateOp>(loops.front().op) : ir::IterateOp();
  if (!found)
    fail(Twine(name) + " is " +
             (loops.size() == 1 ? "no iterate" : std::to_string(loops.size()) + " nodes"),
         "select one iterate by its tag");
  return found;
}

void ScheduleCall::remarkIfEmpty(StringRef name, const Term &value) {
  if (nodesOf(name, value).empty())
    ir::BrokenConstraint(where, "empty-selection",
                         Twine(call.function) + ": " + schedule::textOf(value) +
                             " selects nothing on this target, and schedules nothing")
        .remark();
}

std::optional<size_t> ScheduleCall::pipelineOf(const Term &value) {
  const std::vector<Held> results =
      value.kind == Term::Kind::Name ? evaluate(value) : std::vector<Held>();
  const auto *number = results.size() == 1 ? std::get_if<size_t>(&results.front()) : nullptr;
  return number ? std::optional(*number) : std::nullopt;
}

void ScheduleCall::end() {
  size_t unnamed = 0;
  for (const schedule::Argument &argument : call.arguments) {
    if (argument.name.empty()) {
      if (unnamed++ >= position)
        fail("there are more arguments than it takes: " + schedule::textOf(argument.value),
             "leave out what is too much");
    } else if (!std::ranges::count(expected, argument.name)) {
      fail("it has no argument '" + argument.name + "'",
           symbolic::suggestion(argument.name, expected, "leave it out"));
    }
  }
}

} // namespace wave
