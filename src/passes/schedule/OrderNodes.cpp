//===- OrderNodes.cpp - Functions that put nodes into an order ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A selection is a list: reorder_graph runs the nodes of its clusters as they are listed.
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

using analysis::NodeList;
using schedule::Term;

std::vector<Held> cluster(ScheduleRun &, ScheduleCall &call) {
  const Term &ops = call.value("ops");
  for (const Term &element : call.list("ops", ops))
    call.remarkIfEmpty("ops", element);
  return {call.sequenceOf("ops", ops)};
}

namespace {

/// Nodes that are put between those of another list.
struct Group {
  NodeList nodes;
  int64_t interval = 1, offset = 0;
  std::vector<int64_t> after; ///< groups that are used up before this one begins
  size_t used = 0;

  bool isUsedUp() const { return used == nodes.size(); }
};

class Interleaving {
public:
  Interleaving(NodeList base, std::vector<Group> groups)
      : base(std::move(base)), groups(std::move(groups)) {}

  NodeList run() {
    for (const auto &[number, node] : llvm::enumerate(base)) {
      order.push_back(node);
      for (Group &group : groups)
        if (mayBegin(group) && isDueAfter(static_cast<int64_t>(number), group))
          takeFrom(group);
    }
    appendRest();
    return std::move(order);
  }

private:
  bool mayBegin(const Group &group) const {
    return llvm::all_of(
        group.after, [&](int64_t other) { return groups[static_cast<size_t>(other)].isUsedUp(); });
  }

  static bool isDueAfter(int64_t number, const Group &group) {
    return number >= group.offset && (number - group.offset) % group.interval == 0;
  }

  void takeFrom(Group &group) {
    if (!group.isUsedUp())
      order.push_back(group.nodes[group.used++]);
  }

  /// What is left: group by group, each after those that it begins after.
  void appendRest() {
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (Group &group : groups)
        while (mayBegin(group) && !group.isUsedUp()) {
          takeFrom(group);
          isChanged = true;
        }
    }
  }

  NodeList base, order;
  std::vector<Group> groups;
};

/// Reads and checks the arguments of interleave_ops.
class Arguments {
public:
  explicit Arguments(ScheduleCall &call) : call(call) {}

  NodeList run() {
    NodeList base = call.nodes("base_ops");
    for (const Term &each : call.list("interleaved_ops", call.value("interleaved_ops")))
      groups.push_back({call.sequenceOf("interleaved_ops", each), 1, 0, {}});
    readNumbers("intervals", 1, &Group::interval);
    readNumbers("start_offsets", 0, &Group::offset);
    if (const Term *list = call.find("start_after_groups")) {
      checkLength("start_after_groups", call.list("start_after_groups", *list).size());
      for (auto [group, after] : llvm::zip(groups, list->elements))
        group.after = call.numbers("start_after_groups", after, 0);
      checkGroups();
    }
    return Interleaving(std::move(base), std::move(groups)).run();
  }

private:
  void readNumbers(StringRef name, int64_t least, int64_t Group::*member) {
    const Term *list = call.find(name);
    if (!list)
      return;
    const std::vector<int64_t> numbers = call.numbers(name, *list, least);
    checkLength(name, numbers.size());
    for (auto [group, number] : llvm::zip(groups, numbers))
      group.*member = number;
  }

  void checkLength(StringRef name, size_t length) {
    if (length != groups.size())
      call.fail(Twine(name) + " has " + Twine(length) + " elements, interleaved_ops has " +
                    Twine(groups.size()),
                Twine("give ") + name + " one element for each of interleaved_ops");
  }

  void checkGroups() {
    for (const Group &group : groups)
      for (const int64_t other : group.after)
        if (other >= static_cast<int64_t>(groups.size()))
          call.fail("start_after_groups names group " + Twine(other) + ", and there are " +
                        Twine(groups.size()) + " groups",
                    "groups count from 0, in the order of interleaved_ops");
    for (size_t number = 0; number < groups.size(); ++number)
      if (std::vector<bool> seen(groups.size()); waitsFor(number, number, seen))
        call.fail("start_after_groups lets group " + Twine(number) + " begin after itself",
                  "let one of the groups of this cycle begin after none");
  }

  bool waitsFor(size_t group, size_t wanted, std::vector<bool> &seen) const {
    return llvm::any_of(groups[group].after, [&](int64_t other) {
      const auto next = static_cast<size_t>(other);
      if (next == wanted)
        return true;
      if (seen[next])
        return false;
      seen[next] = true;
      return waitsFor(next, wanted, seen);
    });
  }

  ScheduleCall &call;
  std::vector<Group> groups;
};

} // namespace

std::vector<Held> interleaveOps(ScheduleRun &, ScheduleCall &call) {
  return {Arguments(call).run()};
}

} // namespace wave
