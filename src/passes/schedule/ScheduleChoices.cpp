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
#include "passes/schedule/ChoiceCalls.h"
#include "passes/schedule/ScheduleRun.h"
#include "passes/schedule/Selection.h"

using namespace mlir;

namespace wave {

using schedule::Term;

/// "pair(get_node_by_tag("mma"), False)".
static void record(ScheduleRun &run, const analysis::NodeList &nodes, ir::ChoiceAttr choice) {
  std::vector<Term> selections;
  for (const analysis::Node &node : nodes)
    selections.push_back(Term::of(selectionOf(node, run.nodes)));
  schedule::Call call{{}, choice.getFunction().str(), {}};
  call.arguments.push_back(
      {{}, selections.size() == 1 ? selections.front() : Term::of(Term::Kind::List, selections)});
  llvm::append_range(call.arguments, argumentsOf(choice));
  run.choices.push_back(schedule::textOf(Term::of(std::move(call))));
}

/// pair(nodes, together=True)
std::vector<Held> pair(ScheduleRun &run, ScheduleCall &call) {
  const analysis::NodeList nodes = call.nodes("nodes");
  const ir::ChoiceAttr choice = choiceIn(call, "pair");
  if (nodes.empty())
    call.fail("nodes selects nothing", "select MMAs");
  for (const analysis::Node &node : nodes) {
    if (!isa<ir::MmaOp>(node.op))
      call.fail(analysis::describe(node) + " is no Mma", "select MMAs alone");
    choose(call, node.op, choice);
  }
  record(run, nodes, choice);
  return {};
}

/// store(nodes, through=REGISTERS|SHARED, tma=True|False, bytes=8|16)
std::vector<Held> store(ScheduleRun &run, ScheduleCall &call) {
  const analysis::NodeList nodes = call.nodes("nodes");
  const ir::ChoiceAttr choice = choiceIn(call, "store");
  call.end();
  if (nodes.empty())
    call.fail("nodes selects nothing", "select writes");
  if (choice.getValues().empty())
    call.fail("nothing is said of the way to the memory",
              "write through=SHARED, tma=True or bytes=8, for instance");
  const bool isThroughRegisters = choice.get("through") == "REGISTERS";
  const bool isByTma = choice.getFlag("tma") == true;
  if (isByTma && isThroughRegisters)
    call.fail("TMA stores from shared memory, and through is REGISTERS",
              "write through=SHARED, or tma=False");
  if (isThroughRegisters && choice.get("bytes"))
    call.fail("bytes are those of accesses from shared memory, and through is REGISTERS",
              "leave bytes out, or write through=SHARED");
  if (isByTma && choice.get("bytes"))
    call.fail("bytes are those of accesses of lanes, and tma is True",
              "leave bytes out, or write tma=False");
  for (const analysis::Node &node : nodes) {
    if (!isa<ir::WriteOp>(node.op))
      call.fail(analysis::describe(node) + " is no Write to a memory", "select writes alone");
    choose(call, node.op, choice);
  }
  record(run, nodes, choice);
  return {};
}

/// subs(SYMBOL=value, ...): the compile has taken the values already.
std::vector<Held> subs(ScheduleRun &run, ScheduleCall &call) {
  run.choices.push_back(schedule::textOf(Term::of(call.all())));
  return {};
}

} // namespace wave
