//===- ScheduleLoops.cpp - Functions that schedule loops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

using schedule::Term;

std::vector<Held> pipeline(ScheduleRun &run, ScheduleCall &call) {
  auto loop = call.loop("loop", call.value("loop"));
  for (const PipelineRequest &other : run.pipelines)
    if (other.loop == loop)
      refuse(ir::BrokenConstraint(call.at(), "scheduled-twice",
                                  "pipeline: " + analysis::pathOf({loop}) + " is pipelined already")
                 .note(other.where, "here")
                 .help("a loop has one pipeline"));
  run.pipelines.push_back({loop, call.at(), call.optionalNumber("buffers", 1), {}});
  return {run.pipelines.size() - 1};
}

void setStage(PipelineRequest &pipeline, ScheduleCall &call) {
  const Term &list = call.value("stage");
  if (list.kind != Term::Kind::List)
    call.fail("stage is " + schedule::textOf(list), "a stage is a list of tuples: [(a, b), (c)]");
  PipelineRequest::Stage stage{{}, call.at()};
  for (const Term &tuple : list.elements) {
    if (tuple.kind != Term::Kind::Tuple)
      call.fail(schedule::textOf(tuple) + " is no tuple",
                "a stage is a list of tuples: [(a, b), (c)]");
    stage.tuples.push_back(call.nodesOf("stage", tuple));
    for (const Term &element : tuple.elements)
      call.remarkIfEmpty("stage", element);
  }
  pipeline.stages.push_back(std::move(stage));
}

} // namespace wave
