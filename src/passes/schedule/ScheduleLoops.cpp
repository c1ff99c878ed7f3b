//===- ScheduleLoops.cpp - Functions that schedule loops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "passes/schedule/CountLoop.h"
#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;
using schedule::Term;

/// A loop is scheduled once.
static void checkIsFree(const ScheduleRun &run, const ScheduleCall &call, ir::IterateOp loop,
                        const Twine &ofPipeline, const Twine &ofOrder) {
  for (const PipelineRequest &other : run.pipelines)
    if (other.loop == loop)
      refuse(ir::BrokenConstraint(call.at(), "scheduled-twice",
                                  call.function() + ": " + analysis::pathOf({loop}) + " is " +
                                      (other.isPipeline ? "pipelined" : "reordered") + " already")
                 .note(other.where, "here")
                 .help(other.isPipeline ? ofPipeline : ofOrder));
}

ir::IterateOp counted(ScheduleRun &run, ir::IterateOp loop) {
  if (!loop.isWhile())
    return loop;
  Operation *before = loop;
  ir::IterateOp counted = countLoop(loop);
  if (!counted)
    return loop;
  replaceLoops(run, {{before, counted.getOperation()}});
  return counted;
}

void replaceLoops(ScheduleRun &run, const llvm::DenseMap<Operation *, Operation *> &replaced) {
  const auto replace = [&](Operation *op) {
    auto found = replaced.find(op);
    return found == replaced.end() ? op : found->second;
  };
  const auto replaceLoop = [&](ir::IterateOp &loop) { loop = cast<ir::IterateOp>(replace(loop)); };
  const auto replaceNodes = [&](NodeList &nodes) {
    for (Node &node : nodes)
      node.op = replace(node.op);
  };
  for (auto &[name, held] : run.variables)
    if (auto *nodes = std::get_if<NodeList>(&held))
      replaceNodes(*nodes);
  for (RoleRequest &role : run.roles)
    replaceNodes(role.members);
  for (PipelineRequest &pipeline : run.pipelines) {
    replaceLoop(pipeline.loop);
    for (PipelineRequest::Stage &stage : pipeline.stages)
      for (NodeList &tuple : stage.tuples)
        replaceNodes(tuple);
  }
  for (StaggerRequest &stagger : run.staggers)
    replaceLoop(stagger.loop);
  for (InsertionRequest &insertion : run.insertions)
    insertion.anchor.op = replace(insertion.anchor.op);
  for (auto &[op, left] : run.remainders) {
    op = replace(op);
    left = replace(left);
  }
  run.nodes = analysis::nodesOf(run.kernel);
}

std::vector<Held> pipeline(ScheduleRun &run, ScheduleCall &call) {
  auto loop = counted(run, call.loop("loop", call.value("loop")));
  checkIsFree(run, call, loop, "a loop has one pipeline",
              "make the pipeline first, and give it to reorder_graph");
  run.pipelines.push_back(
      {loop, call.at(), call.optionalNumber("buffers", 1, ir::mostBuffers), {}});
  run.pipelines.back().eliminateEpilogue = call.flag("eliminate_epilogue");
  return {run.pipelines.size() - 1};
}

void setStage(PipelineRequest &pipeline, ScheduleCall &call) {
  const Term &list = call.value("stage");
  if (list.kind != Term::Kind::List)
    call.fail("stage is " + schedule::textOf(list), "a stage is a list of tuples: [(a, b), (c)]");
  if (pipeline.reordered)
    refuse(ir::BrokenConstraint(call.at(), "schedule-stages",
                                "set_stage: " + analysis::pathOf({pipeline.loop}) +
                                    " is reordered already")
               .note(*pipeline.reordered, "here")
               .help("call reorder_graph after the last set_stage: it gives the operations of all "
                     "stages their order"));
  if (pipeline.filtered)
    refuse(
        ir::BrokenConstraint(call.at(), "schedule-stages",
                             "set_stage: the trips of the prologue and the epilogue of " +
                                 analysis::pathOf({pipeline.loop}) + " are selected already")
            .note(*pipeline.filtered, "here")
            .help("call filter_nodes after the last set_stage: another stage makes other trips"));
  PipelineRequest::Stage stage{{}, call.at()};
  for (const Term &tuple : list.elements) {
    if (tuple.kind != Term::Kind::Tuple)
      call.fail(schedule::textOf(tuple) + " is no tuple",
                "a stage is a list of tuples: [(a, b), (c)]");
    stage.tuples.push_back(call.wholeNodesOf("stage", tuple));
    for (const Term &element : tuple.elements)
      call.remarkIfEmpty("stage", element);
  }
  pipeline.stages.push_back(std::move(stage));
}

//===----------------------------------------------------------------------===//
// reorder_graph
//===----------------------------------------------------------------------===//

/// The prologue and the epilogue follow the order of the steady loop.
static NodeList kernelNodes(ScheduleCall &call, NodeList nodes) {
  for (Node &node : nodes) {
    if (node.trip && node.trip.getPart() != ir::LoopPart::Kernel)
      call.fail("clusters have " + analysis::describe(node),
                "give it the nodes of the KERNEL: the "
                "prologue and the epilogue follow the order of the steady loop");
    node.trip = nullptr;
  }
  return nodes;
}

static void checkIsOnce(ScheduleCall &call, ArrayRef<Node> order) {
  for (const auto &[number, node] : llvm::enumerate(order))
    if (llvm::is_contained(order.take_front(number), node))
      refuse(ir::BrokenConstraint(call.at(), "scheduled-twice",
                                  "reorder_graph: " + analysis::pathOf(node) +
                                      " is in the clusters twice")
                 .note(node.op->getLoc(), "the operation is here")
                 .help("an operation runs once in an iteration"));
}

/// Each node of a pipeline keeps its stage, and takes its place in the order as its position.
static void reorder(PipelineRequest &pipeline, ArrayRef<Node> order, ScheduleCall &call) {
  const std::string loop = analysis::pathOf({pipeline.loop});
  if (pipeline.reordered)
    refuse(ir::BrokenConstraint(call.at(), "scheduled-twice",
                                "reorder_graph: " + loop + " is reordered already")
               .note(*pipeline.reordered, "here")
               .help("a loop has one order"));
  NodeList staged;
  for (PipelineRequest::Stage &stage : pipeline.stages) {
    const std::vector<NodeList> before =
        std::exchange(stage.tuples, std::vector<NodeList>(order.size()));
    for (const NodeList &tuple : before)
      for (const Node &node : tuple) {
        const auto *place = llvm::find(order, node);
        if (place == order.end())
          refuse(
              ir::BrokenConstraint(call.at(), "unscheduled",
                                   "reorder_graph: " + analysis::pathOf(node) + " is in no cluster")
                  .note(node.op->getLoc(), "the operation is here")
                  .note(stage.where, "it is in this stage")
                  .help("put all that the stages of " + loop + " have into clusters"));
        stage.tuples[static_cast<size_t>(place - order.begin())].push_back(node);
        staged.push_back(node);
      }
  }
  for (const Node &node : order)
    if (!llvm::is_contained(staged, node))
      refuse(ir::BrokenConstraint(call.at(), "unscheduled",
                                  "reorder_graph: " + analysis::pathOf(node) +
                                      " is in a cluster, and in no stage of " + loop)
                 .note(node.op->getLoc(), "the operation is here")
                 .help("put it into a stage with set_stage, or leave it out"));
  pipeline.reordered = call.at();
}

std::vector<Held> reorderGraph(ScheduleRun &run, ScheduleCall &call) {
  const Term &subject = call.value("loop");
  const Term &clusters = call.value("clusters");
  const std::optional<size_t> number = call.pipelineOf(subject);
  const auto loop = number ? run.pipelines[*number].loop : counted(run, call.loop("loop", subject));
  (void)call.list("clusters", clusters);
  const NodeList order = kernelNodes(call, call.sequenceOf("clusters", clusters));
  if (order.empty())
    call.fail("clusters select nothing on this target",
              "select what the body of " + analysis::pathOf({loop}) + " runs");
  checkIsOnce(call, order);
  if (number) {
    reorder(run.pipelines[*number], order, call);
    return {};
  }
  checkIsFree(run, call, loop, "give reorder_graph what pipeline results in: it keeps the stages",
              "a loop has one order");
  PipelineRequest request{loop, call.at(), std::nullopt, {{{}, call.at()}}};
  for (const Node &node : order)
    request.stages.front().tuples.push_back({node});
  request.isPipeline = false;
  run.pipelines.push_back(std::move(request));
  return {};
}

} // namespace wave
