//===- PipelineRequest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/PipelineRequest.h"

#include "llvm/ADT/MapVector.h"

#include "analysis/Channels.h"
#include "analysis/LoopSchedule.h"
#include "dialect/Schedule.h"
#include "passes/schedule/LoopPipeline.h"
#include "passes/schedule/ScheduleCall.h"

using namespace mlir;

namespace wave {

using analysis::LoopSchedule;
using analysis::Node;

static bool isFilledIn(ir::IterateOp loop, ir::AllocateOp ring) {
  return llvm::any_of(ring.getRing().getUsers(), [&](Operation *user) {
    return user->getParentOp() == loop.getOperation() && isa<ir::CopyOp, ir::SharedWriteOp>(user);
  });
}

namespace {

class Writer {
public:
  Writer(ir::KernelOp kernel, const PipelineRequest &pipeline)
      : kernel(kernel), pipeline(pipeline), loop(pipeline.loop) {}

  void run() {
    checkLoop();
    // What the target's default says of this loop and its rings makes way.
    for (Operation &op : *loop.getBlock())
      ir::eraseTime(&op);
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>())
      if (isFilledIn(loop, ring))
        ir::eraseBuffers(ring);
    ir::setPipeline(loop, interval());
    SmallVector<Location> places;
    for (const PipelineRequest::Stage &stage : pipeline.stages)
      places.push_back(stage.where);
    ir::setPlacesOfStages(loop, places);
    if (pipeline.eliminateEpilogue)
      ir::setNoEpilogue(loop);
    placeNodes();
    checkAllHaveTimes();
  }

private:
  void checkLoop() {
    if (!loop.isWhile() && canPipeline(loop))
      return;
    refuse(
        ir::BrokenConstraint(pipeline.where, "schedule-loop",
                             function("pipeline") + ": " + analysis::pathOf({loop}) +
                                 (loop.isWhile() ? " runs while a condition holds, and how many "
                                                   "iterations it has is not known before it ends"
                                                 : " carries a value that its body does not make"))
            .note(loop.getLoc(), "the loop is here")
            .help(Twine(pipeline.isPipeline ? "pipeline" : "reorder") + " the loops inside it"));
  }

  /// What the user called: reorder_graph, or the one of a pipeline.
  std::string function(const char *ofPipeline) const {
    return pipeline.isPipeline ? ofPipeline : "reorder_graph";
  }

  int64_t interval() {
    if (pipeline.stages.empty())
      refuse(ir::BrokenConstraint(pipeline.where, "schedule-stages",
                                  "pipeline: " + analysis::pathOf({loop}) + " has no stage")
                 .help("say what runs in each: set_stage([(a, b), (c)])"));
    const size_t first = pipeline.stages.front().tuples.size();
    if (first == 0)
      refuse(ir::BrokenConstraint(pipeline.stages.front().where, "schedule-stages",
                                  "set_stage: stage 0 has no tuple")
                 .help("a stage has as many tuples as the initiation interval, at least one: () is "
                       "an empty one"));
    for (const auto &[number, stage] : llvm::enumerate(pipeline.stages))
      if (stage.tuples.size() != first)
        refuse(ir::BrokenConstraint(stage.where, "schedule-stages",
                                    "set_stage: stage " + Twine(number) + " has " +
                                        Twine(stage.tuples.size()) + " tuples, stage 0 has " +
                                        Twine(first))
                   .note(pipeline.stages.front().where, "stage 0 is here")
                   .help("the stages of a pipeline have one initiation interval, and so equally "
                         "many tuples, at least one: () is an empty one"));
    return static_cast<int64_t>(first);
  }

  void placeNodes() {
    for (const auto &[stage, request] : llvm::enumerate(pipeline.stages))
      for (const auto &[position, tuple] : llvm::enumerate(request.tuples))
        for (const Node &node : tuple)
          place(node, static_cast<int64_t>(stage), static_cast<int64_t>(position), request.where);
  }

  void place(const Node &node, int64_t stage, int64_t position, Location where) {
    if (node.op->getParentOp() != loop.getOperation())
      refuse(ir::BrokenConstraint(where, "schedule-loop",
                                  function("set_stage") + ": " + analysis::pathOf(node) +
                                      " is no operation of the body of " + analysis::pathOf({loop}))
                 .note(node.op->getLoc(), "the operation is here")
                 .note(loop.getLoc(), "the loop is here")
                 .help(function("a pipeline") + " schedules what its loop's body has"));
    if (ir::isIndex(node.op))
      refuse(ir::BrokenConstraint(where, "schedule-loop",
                                  function("set_stage") + ": " + analysis::pathOf(node) +
                                      " is an index, which is computed where it is used")
                 .note(node.op->getLoc(), "the operation is here")
                 .help("leave it out; a role may have it"));
    const ir::TimeAttr before = node.isArrival ? ir::arrivalOf(node.op) : ir::timeOf(node.op);
    if (before)
      refuse(ir::BrokenConstraint(where, "scheduled-twice",
                                  "set_stage: " + analysis::pathOf(node) + " is in stage " +
                                      Twine(before.getStage()) + ", tuple " +
                                      Twine(before.getPosition()) + " already")
                 .note(node.op->getLoc(), "the operation is here")
                 .help("an operation runs once in an iteration"));
    if (node.isArrival)
      ir::setArrival(node.op, stage, position);
    else
      ir::setTime(node.op, stage, position);
  }

  /// What follows others (LoopSchedule::derive): arithmetic, and what a channel needs.
  static bool isDerived(Operation *op) {
    const bool hasLoopOrMma = op->walk([](Operation *inner) {
                                  return isa<ir::IterateOp, ir::MmaOp>(inner)
                                             ? WalkResult::interrupt()
                                             : WalkResult::advance();
                                }).wasInterrupted();
    return (isPure(op) && !hasLoopOrMma) || isa<ir::ViewOp>(op) || ir::isStepOfUse(op);
  }

  static std::string ruleFor(const Node &node) {
    return node.isArrival ? "the arrival of a copy, which is its write to shared memory,"
           : isa<ir::IterateOp>(node.op)
               ? "every loop inside it"
               : "every operation of the loop that multiplies or touches memory";
  }

  /// The write that a schedule of all targets selects, or the path.
  static std::string selectionOf(const Node &node) {
    const std::string tag = analysis::tagOf(node.op);
    return node.isArrival && !tag.empty() ? "get_node_by_tag_and_type(\"" + tag + "\", Write)"
                                          : "get_node_by_path(\"" + analysis::pathOf(node) + "\")";
  }

  void checkAllHaveTimes() {
    for (const Node &node : analysis::nodesOf(kernel)) {
      Operation *op = node.op;
      if (op->getParentOp() != loop.getOperation() ||
          (node.isArrival ? ir::arrivalOf(op) : ir::timeOf(op)) || isDerived(op))
        continue;
      const std::string part = pipeline.isPipeline ? "stage" : "cluster";
      refuse(
          ir::BrokenConstraint(pipeline.where, "unscheduled",
                               function("pipeline") + ": " + analysis::pathOf(node) + " is in no " +
                                   part)
              .note(op->getLoc(), "the operation is here")
              .help(ruleFor(node) + " is in a " + part + ": " + selectionOf(node) + " selects it"));
    }
  }

  ir::KernelOp kernel;
  const PipelineRequest &pipeline;
  mutable ir::IterateOp loop;
};

} // namespace

void writePipeline(ir::KernelOp kernel, const PipelineRequest &pipeline) {
  Writer(kernel, pipeline).run();
}

/// Rings of one channel have one mbarrier for each slot, and so equally many.  Where a schedule has
/// said how many, they are equal already (writeBuffers).
static void alignChannels(ir::KernelOp kernel) {
  for (const analysis::StagedChannel &channel : analysis::stagedChannelsOf(kernel)) {
    int64_t most = 0;
    for (Value ring : channel.rings())
      most = std::max(most, ir::buffersOf(ring.getDefiningOp<ir::AllocateOp>()).value_or(0));
    for (Value ring : channel.rings())
      if (most > 0)
        ir::setBuffers(ring.getDefiningOp<ir::AllocateOp>(), most);
  }
}

/// The slots that the stages need are the fewest that there are.  Of stages that are illegal with
/// any number the reason is given where they are verified.
static void checkBuffers(const PipelineRequest &pipeline,
                         const llvm::MapVector<Value, int64_t> &rings, const LoopSchedule &schedule,
                         ArrayRef<analysis::LoopDependence> dependences) {
  const auto enough = [&](Value ring) {
    const auto *found = rings.find(ring);
    return found == rings.end() ? analysis::slotsOf(ring) : found->second;
  };
  const auto *most =
      llvm::max_element(rings, [](const auto &a, const auto &b) { return a.second < b.second; });
  if (!pipeline.buffers || most == rings.end() || most->second <= *pipeline.buffers ||
      analysis::findViolation(schedule, dependences, enough))
    return;
  const auto &[ring, needed] = *most;
  const auto slots = [&](const analysis::LoopDependence &each) {
    return analysis::slotsFor(ring, schedule, each);
  };
  const analysis::LoopDependence &binding = *llvm::max_element(
      dependences, [&](const auto &a, const auto &b) { return slots(a) < slots(b); });
  const auto timed = [&](Operation *op) {
    return analysis::describe(op) + " has time " + std::to_string(schedule.timeOf(op));
  };
  refuse(ir::BrokenConstraint(pipeline.where, "illegal-schedule",
                              "pipeline: buffers is " + Twine(*pipeline.buffers) +
                                  ", and the stages of " + analysis::pathOf({pipeline.loop}) +
                                  " need " + Twine(needed) + " slots of '" +
                                  Value(ring).getDefiningOp<ir::AllocateOp>().getName() + "'")
             .note(binding.to->getLoc(), timed(binding.to) + ", where it fills a slot")
             .note(binding.from->getLoc(),
                   timed(binding.from) +
                       ", until when the slot is in use; the initiation interval "
                       "is " +
                       Twine(schedule.interval))
             .help("ask for buffers = " + Twine(needed) +
                   ", or more; left out, each ring has as few as its stages need"));
}

void giveBuffers(ir::KernelOp kernel, const std::vector<PipelineRequest> &pipelines) {
  const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
  for (const PipelineRequest &pipeline : pipelines) {
    auto loop = pipeline.loop;
    const LoopSchedule schedule = *analysis::scheduleOf(loop);
    const SmallVector<analysis::LoopDependence> dependences =
        analysis::dependencesIn(loop, program);
    llvm::MapVector<Value, int64_t> rings; // with what they need
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      if (!isFilledIn(loop, ring) || ir::buffersOf(ring))
        continue;
      int64_t needed = analysis::slotsFor(ring.getRing(), schedule, dependences);
      if (const std::optional<int64_t> begun = schedule.begun()) // no more than there are uses
        needed = std::max<int64_t>(1, std::min(needed, *begun));
      rings[ring.getRing()] = needed;
    }
    checkBuffers(pipeline, rings, schedule, dependences);
    for (const auto &[ring, needed] : rings) {
      auto own = Value(ring).getDefiningOp<ir::AllocateOp>();
      ir::setBuffers(own, pipeline.buffers.value_or(needed));
      if (pipeline.buffers)
        ir::setPlaceOfBuffers(own, pipeline.where);
    }
  }
  alignChannels(kernel);
}

} // namespace wave
