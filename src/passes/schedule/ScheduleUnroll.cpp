//===- ScheduleUnroll.cpp - The function that unrolls a loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "passes/schedule/ScheduleRun.h"
#include "passes/schedule/UnrollLoop.h"

using namespace mlir;

namespace wave {

using analysis::Node;
using analysis::NodeList;

/// A body of more operations than this takes long to compile, and fits no instruction cache.
static constexpr int64_t mostOperations = 4096;

static int64_t operationsIn(ir::IterateOp loop) {
  int64_t operations = 0;
  loop->walk([&](Operation *) { ++operations; });
  return operations;
}

static void checkLoop(const ScheduleRun &run, const ScheduleCall &call, ir::IterateOp loop) {
  const std::string path = analysis::pathOf({loop});
  if (loop.isWhile())
    refuse(ir::BrokenConstraint(
               call.at(), "schedule-loop",
               "unroll: " + path +
                   " runs while a condition holds, and how many iterations it has is not known "
                   "before it ends")
               .note(loop.getLoc(), "the loop is here")
               .help("unroll the loops inside it"));
  SmallVector<ir::ScalarReadOp> scalars;
  loop.walk([&](ir::ScalarReadOp read) { scalars.push_back(read); });
  for (ir::ScalarReadOp read : scalars)
    refuse(ir::BrokenConstraint(call.at(), "schedule-loop",
                                "unroll: a role reads '" + analysis::tagOf(read) + "' in " + path +
                                    " for others already")
               .note(read.getLoc(), "the operation is here")
               .help("unroll a loop first, and name roles then"));
  for (const PipelineRequest &other : run.pipelines)
    if (auto scheduled = other.loop; loop->isAncestor(scheduled))
      refuse(ir::BrokenConstraint(call.at(), "schedule-loop",
                                  "unroll: " + analysis::pathOf({scheduled}) + " is " +
                                      (other.isPipeline ? "pipelined" : "reordered") + " already")
                 .note(other.where, "here")
                 .help("unroll a loop first, and schedule it then"));
}

/// What was inserted would stand in one of the copies.
static void checkInsertions(const ScheduleRun &run, const ScheduleCall &call, ir::IterateOp loop) {
  for (const StaggerRequest &stagger : run.staggers)
    refuse(
        ir::BrokenConstraint(call.at(), "schedule-loop",
                             "unroll: " + analysis::pathOf({loop}) + " is unrolled after stagger")
            .note(stagger.where, "the stagger is here")
            .help("unroll loops first, and stagger then"));
  if (run.insertions.empty())
    return;
  const InsertionRequest &first = run.insertions.front();
  refuse(ir::BrokenConstraint(call.at(), "schedule-loop",
                              "unroll: " + analysis::pathOf({loop}) + " is unrolled after " +
                                  first.function)
             .note((*first.op)->getLoc(), "the insertion is here")
             .help("unroll loops first, and insert then"));
}

static void checkFactor(ScheduleCall &call, ir::IterateOp loop, int64_t factor) {
  const std::string path = analysis::pathOf({loop});
  if (const std::optional<int64_t> count = loop.getConstantCount(); count && factor > *count)
    call.fail("factor is " + Twine(factor) + ", and " + path + " has " + Twine(*count) +
                  " iterations",
              "a factor is at most the number of iterations");
  if (factor > mostOperations || factor * operationsIn(loop) > mostOperations)
    call.fail("factor is " + Twine(factor) + ", and the body of " + path + " has " +
                  Twine(operationsIn(loop)) + " operations",
              "an unrolled loop has at most " + Twine(mostOperations) + " operations");
}

/// Lets all that was said of the loop's operations and rings before hold of their copies too.
static void addCopies(ScheduleRun &run, const Unrolled &unrolled) {
  const auto extend = [&](NodeList &nodes) {
    const NodeList before = nodes;
    for (const IRMapping &copy : unrolled.copies)
      for (const Node &node : before)
        if (Operation *other = copy.lookupOrNull(node.op))
          nodes.push_back({other, node.isArrival});
  };
  for (auto &[name, held] : run.variables)
    if (auto *nodes = std::get_if<NodeList>(&held))
      extend(*nodes);
  for (RoleRequest &role : run.roles)
    extend(role.members);
  for (PipelineRequest &pipeline : run.pipelines)
    for (PipelineRequest::Stage &stage : pipeline.stages)
      for (NodeList &tuple : stage.tuples)
        extend(tuple);
  const auto addBuffers = [&](const IRMapping &mapping, const BuffersRequest &request) {
    if (Operation *other = mapping.lookupOrNull(ir::AllocateOp(request.ring).getOperation()))
      run.buffers.push_back({cast<ir::AllocateOp>(other), request.count, request.where});
  };
  const std::vector<BuffersRequest> buffers = run.buffers;
  for (const BuffersRequest &request : buffers) {
    for (const IRMapping &copy : unrolled.copies)
      addBuffers(copy, request);
    if (unrolled.remainder)
      addBuffers(*unrolled.remainder, request);
  }
}

/// Keeps which operations of remainders do what operations of the loop do.
static void addRemainders(ScheduleRun &run, const Unrolled &unrolled) {
  const auto before = run.remainders;
  for (const auto &[op, left] : before)
    for (const IRMapping &copy : unrolled.copies)
      if (Operation *ofCopy = copy.lookupOrNull(op), *leftOfCopy = copy.lookupOrNull(left);
          ofCopy && leftOfCopy)
        run.remainders.emplace_back(ofCopy, leftOfCopy);
  if (!unrolled.remainder)
    return;
  for (const Node &node : run.nodes)
    if (Operation *left = unrolled.remainder->lookupOrNull(node.op); left && !node.isArrival)
      run.remainders.emplace_back(node.op, left);
}

std::vector<Held> unroll(ScheduleRun &run, ScheduleCall &call) {
  const schedule::Term &subject = call.value("loop");
  const std::optional<size_t> pipeline = call.pipelineOf(subject);
  const auto loop =
      pipeline ? run.pipelines[*pipeline].loop : counted(run, call.loop("loop", subject));
  const int64_t factor = call.number("factor", 1);
  checkLoop(run, call, loop);
  if (factor == 1)
    return {};
  checkInsertions(run, call, loop);
  checkFactor(call, loop, factor);
  const Unrolled unrolled = unrollLoop(loop, factor);
  addCopies(run, unrolled);
  addRemainders(run, unrolled);
  replaceLoops(run, unrolled.replaced);
  return {};
}

} // namespace wave
