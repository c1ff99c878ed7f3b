//===- FilterNodes.cpp - Nodes of a type, or of a part of a pipeline ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule is applied when all of it has been said.  What runs in the prologue and in the
// epilogue is known before, by the stages: of S stages an operation of stage s is in the S - 1 - s
// last trips of the prologue, in the steady loop, and in the s first trips of the epilogue.  A node
// of a part names one of these trips, and what is inserted there is issued in it alone.
//
//===----------------------------------------------------------------------===//

#include <algorithm>

#include "passes/schedule/ScheduleRun.h"
#include "symbolic/NearestName.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;

void keepType(const ScheduleRun &run, ScheduleCall &call, NodeList &nodes,
              const std::string &type) {
  std::vector<std::string> known = analysis::typesOf(run.kernel);
  static constexpr const char *always[] = {"Read",       "Write",       "GlobalRead", "GlobalWrite",
                                           "SharedRead", "SharedWrite", "Copy",       "CopyOut",
                                           "Arrival",    "Mma",         "Iterate"};
  for (const char *name : always)
    if (!std::ranges::count(known, name))
      known.emplace_back(name);
  if (!std::ranges::count(known, type))
    call.fail("there is no type '" + type + "'",
              symbolic::suggestion(type, known, "the types are: " + llvm::join(known, ", ")));
  llvm::erase_if(nodes, [&](const Node &node) { return !analysis::hasType(node, type); });
}

/// "EPILOGUE" in the language, "epilogue" in the dialect.
static std::optional<ir::LoopPart> partNamed(StringRef word) {
  return word.upper() == word ? ir::symbolizeLoopPart(word.lower()) : std::nullopt;
}

namespace {

/// The stages of a pipeline that have anything.
struct StagesInUse {
  explicit StagesInUse(const PipelineRequest &pipeline) {
    for (const auto &[number, stage] : llvm::enumerate(pipeline.stages))
      if (llvm::any_of(stage.tuples, [](const NodeList &tuple) { return !tuple.empty(); })) {
        first =
            std::min(first.value_or(static_cast<int64_t>(number)), static_cast<int64_t>(number));
        last = static_cast<int64_t>(number);
      }
  }
  std::optional<int64_t> first;
  int64_t last = 0;
};

} // namespace

static PipelineRequest &pipelineOf(ScheduleRun &run, const ScheduleCall &call, const Node &node) {
  for (PipelineRequest &pipeline : run.pipelines)
    if (node.op->getParentOp() == pipeline.loop.getOperation())
      return pipeline;
  refuse(ir::BrokenConstraint(call.at(), "schedule-stages",
                              "filter_nodes: " + analysis::describe(node) +
                                  " is in the body of no loop that is pipelined")
             .note(node.op->getLoc(), "the operation is here")
             .help("a prologue, a KERNEL and an epilogue are there after pipeline and set_stage"));
}

static int64_t stageOf(const PipelineRequest &pipeline, const ScheduleCall &call,
                       const Node &node) {
  for (const auto &[number, stage] : llvm::enumerate(pipeline.stages))
    for (const NodeList &tuple : stage.tuples)
      if (llvm::is_contained(tuple, node))
        return static_cast<int64_t>(number);
  refuse(ir::BrokenConstraint(call.at(), "schedule-stages",
                              "filter_nodes: " + analysis::describe(node) + " is in no stage")
             .note(node.op->getLoc(), "the operation is here")
             .note(pipeline.where, "its loop is pipelined here")
             .help("put it into a stage before: what is in none runs with what uses it"));
}

/// The trips of the part that have the node.
static NodeList tripsOf(ScheduleRun &run, const ScheduleCall &call, const Node &node,
                        ir::LoopPart part) {
  if (node.trip)
    return node.trip.getPart() == part ? NodeList{node} : NodeList();
  PipelineRequest &pipeline = pipelineOf(run, call, node);
  if (part == ir::LoopPart::Epilogue && pipeline.eliminateEpilogue)
    refuse(ir::BrokenConstraint(call.at(), "schedule-stages",
                                "filter_nodes: " + analysis::pathOf({pipeline.loop}) +
                                    " has no epilogue")
               .note(pipeline.where, "eliminate_epilogue is here")
               .help("leave out eliminate_epilogue, or select in its KERNEL"));
  const int64_t stage = stageOf(pipeline, call, node);
  const StagesInUse stages(pipeline);
  const int64_t count = part == ir::LoopPart::Prologue   ? stages.last - stage
                        : part == ir::LoopPart::Epilogue ? stage - stages.first.value_or(stage)
                                                         : 1;
  pipeline.filtered = call.at();
  NodeList found;
  for (int64_t number = 0; number < count; ++number)
    found.push_back(
        {node.op, node.isArrival, ir::TripAttr::get(node.op->getContext(), part, number)});
  return found;
}

std::vector<Held> filterNodes(ScheduleRun &run, ScheduleCall &call) {
  NodeList found = call.nodes("nodes");
  std::vector<std::string> words = call.words("node_type");
  for (const char *name : {"node_type", "subgraph"})
    if (const std::optional<std::string> word = call.optionalWord(name))
      words.push_back(*word);
  if (words.empty())
    call.fail("it says nothing to filter by",
              "give it a type such as Read, a part of a pipelined loop, PROLOGUE, KERNEL or "
              "EPILOGUE, or both");
  for (const std::string &word : words) {
    const std::optional<ir::LoopPart> part = partNamed(word);
    if (!part) {
      keepType(run, call, found, word);
      continue;
    }
    NodeList trips;
    for (const Node &node : found)
      llvm::append_range(trips, tripsOf(run, call, node, *part));
    found = trips;
  }
  return {found};
}

} // namespace wave
