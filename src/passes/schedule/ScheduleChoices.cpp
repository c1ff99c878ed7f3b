//===- ScheduleChoices.cpp - What a schedule says before staging ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A choice is made of the kernel as it is traced, where the passes that it concerns are still to
// come.  It is written on the operations, for these, and on the kernel as text, for a printed
// schedule.
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "dialect/StoreChoice.h"
#include "passes/schedule/ScheduleRun.h"
#include "passes/schedule/Selection.h"

using namespace mlir;

namespace wave {

using schedule::Term;

/// "pair(get_node_by_tag("mma"), False)".
static void record(ScheduleRun &run, StringRef function, const analysis::NodeList &nodes,
                   std::vector<schedule::Argument> more) {
  std::vector<Term> selections;
  for (const analysis::Node &node : nodes)
    selections.push_back(Term::of(selectionOf(node, run.nodes)));
  schedule::Call call{{}, function.str(), {}};
  call.arguments.push_back(
      {{}, selections.size() == 1 ? selections.front() : Term::of(Term::Kind::List, selections)});
  llvm::append_range(call.arguments, more);
  run.choices.push_back(schedule::textOf(Term::of(std::move(call))));
}

/// pair(nodes, together=True)
std::vector<Held> pair(ScheduleRun &run, ScheduleCall &call) {
  const analysis::NodeList nodes = call.nodes("nodes");
  const bool together = call.flagOr("together", true);
  for (const analysis::Node &node : nodes) {
    auto mma = dyn_cast<ir::MmaOp>(node.op);
    if (!mma)
      call.fail(analysis::describe(node) + " is no Mma", "select MMAs alone");
    ir::setPairChoice(mma, {together, call.at()});
  }
  record(run, "pair", nodes, {{{}, Term::ofName(together ? "True" : "False")}});
  return {};
}

/// store(nodes, through=REGISTERS|SHARED, tma=True|False, bytes=8|16)
std::vector<Held> store(ScheduleRun &run, ScheduleCall &call) {
  const analysis::NodeList nodes = call.nodes("nodes");
  ir::StoreChoice choice{{}, {}, {}, call.at()};
  std::vector<schedule::Argument> more;
  if (const auto through = call.optionalChoice("through", {"REGISTERS", "SHARED"})) {
    choice.throughShared = *through == "SHARED";
    more.push_back({"through", Term::ofName(*through)});
  }
  if (const auto tma = call.optionalChoice("tma", {"True", "False"})) {
    choice.byTma = *tma == "True";
    more.push_back({"tma", Term::ofName(*tma)});
  }
  if (const std::optional<int64_t> bytes = call.optionalNumber("bytes", 8)) {
    if (*bytes != 8 && *bytes != 16)
      call.fail("bytes is " + Twine(*bytes), "write 8 or 16");
    choice.bytes = *bytes;
    more.push_back({"bytes", Term::ofNumber(*bytes)});
  }
  if (more.empty())
    call.fail("nothing is said of the way to the memory",
              "write through=SHARED, tma=True or bytes=8, for instance");
  if (choice.byTma == true && choice.throughShared == false)
    call.fail("TMA stores from shared memory, and through is REGISTERS",
              "write through=SHARED, or tma=False");
  if (choice.throughShared == false && choice.bytes)
    call.fail("bytes are those of accesses from shared memory, and through is REGISTERS",
              "leave bytes out, or write through=SHARED");
  if (choice.byTma == true && choice.bytes)
    call.fail("bytes are those of accesses of lanes, and tma is True",
              "leave bytes out, or write tma=False");
  for (const analysis::Node &node : nodes) {
    auto write = dyn_cast<ir::WriteOp>(node.op);
    if (!write)
      call.fail(analysis::describe(node) + " is no Write to a memory", "select writes alone");
    ir::setStoreChoice(write, choice);
  }
  record(run, "store", nodes, std::move(more));
  return {};
}

/// subs(SYMBOL=value, ...): the compile has taken the values already.
std::vector<Held> subs(ScheduleRun &run, ScheduleCall &call) {
  run.choices.push_back(schedule::textOf(Term::of(call.all())));
  return {};
}

} // namespace wave
