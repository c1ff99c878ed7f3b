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

/// subs(SYMBOL=value, ...): the compile has taken the values already.
std::vector<Held> subs(ScheduleRun &run, ScheduleCall &call) {
  run.choices.push_back(schedule::textOf(Term::of(call.all())));
  return {};
}

} // namespace wave
