//===- ScheduleInsertions.cpp - Functions that insert operations ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ScheduleRun.h"

namespace wave {

static std::vector<Held> insert(ScheduleRun &run, ScheduleCall &call, ir::Insertion where) {
  const bool isOfLoop = where == ir::Insertion::Start || where == ir::Insertion::End;
  const analysis::NodeList found = call.nodes(isOfLoop ? "loop" : "node");
  for (InsertionRequest &request : insertionsOf(call, where, found, call.value("what")))
    run.insertions.push_back(std::move(request));
  return {};
}

std::vector<Held> insertBefore(ScheduleRun &run, ScheduleCall &call) {
  return insert(run, call, ir::Insertion::Before);
}

std::vector<Held> insertAfter(ScheduleRun &run, ScheduleCall &call) {
  return insert(run, call, ir::Insertion::After);
}

std::vector<Held> insertAtStart(ScheduleRun &run, ScheduleCall &call) {
  return insert(run, call, ir::Insertion::Start);
}

std::vector<Held> insertAtEnd(ScheduleRun &run, ScheduleCall &call) {
  return insert(run, call, ir::Insertion::End);
}

} // namespace wave
