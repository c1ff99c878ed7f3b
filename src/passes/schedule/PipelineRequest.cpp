//===- PipelineRequest.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/schedule/PipelineRequest.h"

#include "llvm/ADT/SetVector.h"

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
    placeNodes();
    deriveStepsOfChannels();
    deriveReadsByDescriptor();
    checkAllHaveTimes();
  }

private:
  void checkLoop() {
    if (!loop.isWhile() && canPipeline(loop))
      return;
    refuse(ir::BrokenConstraint(pipeline.where, "schedule-loop",
                                "pipeline: " + analysis::pathOf({loop}) +
                                    (loop.isWhile()
                                         ? " runs while a condition holds, so that nobody knows "
                                           "its next iteration before this one ends"
                                         : " carries a value that its body does not make"))
               .note(loop.getLoc(), "the loop is here")
               .help("pipeline the loops inside it"));
  }

  int64_t interval() {
    if (pipeline.stages.empty())
      refuse(ir::BrokenConstraint(pipeline.where, "schedule-stages",
                                  "pipeline: " + analysis::pathOf({loop}) + " has no stage")
                 .help("say what runs in each: set_stage([(a, b), (c)])"));
    const size_t first = pipeline.stages.front().tuples.size();
    for (const auto &[number, stage] : llvm::enumerate(pipeline.stages))
      if (stage.tuples.size() != first || first == 0)
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
                                  "set_stage: " + analysis::pathOf(node) +
                                      " is no operation of the body of " + analysis::pathOf({loop}))
                 .note(node.op->getLoc(), "the operation is here")
                 .note(loop.getLoc(), "the loop is here")
                 .help("a pipeline schedules what its loop's body has"));
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

  //===--------------------------------------------------------------------===//
  // What the schedule leaves open
  //===--------------------------------------------------------------------===//

  using Time = std::pair<int64_t, int64_t>;

  static std::optional<Time> timeOf(Operation *op) {
    const ir::TimeAttr time = ir::timeOf(op);
    return time ? std::optional(Time(time.getStage(), time.getPosition())) : std::nullopt;
  }

  void give(Operation *op, std::optional<Time> time) {
    if (time && op->getParentOp() == loop.getOperation() && !ir::timeOf(op))
      ir::setTime(op, time->first, time->second);
  }

  static std::optional<Time> earliest(ArrayRef<Operation *> ops) {
    std::optional<Time> found;
    for (Operation *op : ops)
      if (std::optional<Time> time = timeOf(op); time && (!found || *time < *found))
        found = time;
    return found;
  }

  static std::optional<Time> latest(ArrayRef<Operation *> ops) {
    std::optional<Time> found;
    for (Operation *op : ops)
      if (std::optional<Time> time = timeOf(op); time && (!found || *time > *found))
        found = time;
    return found;
  }

  void deriveReadsByDescriptor() {
    for (auto read : loop.getBlock()->getOps<ir::SharedReadOp>())
      if (ir::isReadByDescriptor(read))
        give(read, earliest(SmallVector<Operation *>(read->getUsers())));
  }

  void deriveStepsOfChannels() {
    deriveReadsByDescriptor();
    for (analysis::StagedChannel &channel : analysis::stagedChannelsOf(kernel)) {
      SmallVector<Operation *> reads, users;
      for (ir::SharedReadOp read : channel.reads) {
        reads.push_back(read);
        users.push_back(read);
        if (ir::isReadByDescriptor(read))
          llvm::append_range(users, read->getUsers());
      }
      give(channel.acquire, earliest(channel.fills));
      give(channel.commit, latest(channel.fills));
      give(channel.await, earliest(reads));
      give(channel.release, latest(users));
    }
  }

  void checkAllHaveTimes() {
    for (const Node &node : analysis::nodesOf(kernel)) {
      Operation *op = node.op;
      if (node.isArrival || op->getParentOp() != loop.getOperation() || ir::timeOf(op) ||
          (isPure(op) && !isa<ir::MmaOp>(op)))
        continue;
      refuse(
          ir::BrokenConstraint(pipeline.where, "unscheduled",
                               "pipeline: " + analysis::pathOf(node) + " is in no stage")
              .note(op->getLoc(), "the operation is here")
              .help("every operation of the loop that multiplies or touches memory is in a stage: "
                    "get_node_by_path(\"" +
                    analysis::pathOf(node) + "\") selects it"));
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

void giveBuffers(ir::KernelOp kernel, const std::vector<PipelineRequest> &pipelines) {
  const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
  for (const PipelineRequest &pipeline : pipelines) {
    auto loop = pipeline.loop;
    const LoopSchedule schedule = *analysis::scheduleOf(loop);
    const SmallVector<analysis::LoopDependence> dependences =
        analysis::dependencesIn(loop, program);
    for (auto ring : kernel.getBlock()->getOps<ir::AllocateOp>()) {
      if (!isFilledIn(loop, ring) || ir::buffersOf(ring))
        continue;
      int64_t needed = analysis::slotsFor(ring.getRing(), schedule, dependences);
      if (schedule.trips) // no more than there are uses
        needed = std::max<int64_t>(1, std::min(needed, *schedule.trips));
      ir::setBuffers(ring, std::max(needed, pipeline.buffers.value_or(1)));
    }
  }
}

} // namespace wave
