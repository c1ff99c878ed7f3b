//===- ScheduleStagger.cpp - Barriers that half of the waves take ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   stagger(loop)                               wave.staggered of the loop
//   insert_cond_barrier_before(node, SECOND)    wave.barrier half <second>
//
// What is to be said of the barriers of the whole program, that the halves take equally many and
// that they part what is in conflict, is known when the tiles are distributed (PlaceBarriers).
//
//===----------------------------------------------------------------------===//

#include "analysis/Nodes.h"
#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

/// A workgroup with halves of equal size.
static void checkHalves(const ScheduleRun &run, const ScheduleCall &call) {
  ir::KernelOp kernel = run.kernel;
  const int64_t waves = ir::wavesPerBlock(kernel);
  if (waves % 2 == 0)
    return;
  refuse(ir::BrokenConstraint(call.at(), "schedule-stagger",
                              call.function() + ": half of the waves wait, and a workgroup of " +
                                  "kernel '" + kernel.getSymName() + "' has " + Twine(waves) +
                                  (waves == 1 ? " wave" : " waves"))
             .help("give the workgroup an even number of waves, with WaveConstraint"));
}

static ir::WaveHalf halfNamed(ScheduleCall &call) {
  const std::string word = call.word("half");
  if (word == "FIRST" || word == "SECOND")
    return word == "FIRST" ? ir::WaveHalf::First : ir::WaveHalf::Second;
  call.fail("there is no half '" + word + "' of the waves", "the halves are FIRST and SECOND");
}

static std::vector<Held> insertCondBarrier(ScheduleRun &run, ScheduleCall &call,
                                           ir::Insertion where) {
  const analysis::NodeList nodes = call.nodes("node");
  const ir::WaveHalf half = halfNamed(call);
  for (const analysis::Node &anchor : anchorsAmong(call, where, nodes)) {
    checkHalves(run, call);
    OpBuilder builder(run.kernel.getContext());
    OwningOpRef<Operation *> op(ir::BarrierOp::create(
        builder, call.at(), false, false, ir::WaveHalfAttr::get(builder.getContext(), half)));
    run.insertions.push_back({call.function(), where, anchor, std::move(op)});
  }
  return {};
}

std::vector<Held> insertCondBarrierBefore(ScheduleRun &run, ScheduleCall &call) {
  return insertCondBarrier(run, call, ir::Insertion::Before);
}

std::vector<Held> insertCondBarrierAfter(ScheduleRun &run, ScheduleCall &call) {
  return insertCondBarrier(run, call, ir::Insertion::After);
}

std::vector<Held> stagger(ScheduleRun &run, ScheduleCall &call) {
  const schedule::Term &subject = call.value("loop");
  const std::optional<size_t> pipeline = call.pipelineOf(subject);
  const auto loop = pipeline ? run.pipelines[*pipeline].loop : call.loop("loop", subject);
  for (const StaggerRequest &other : run.staggers)
    if (other.loop == loop)
      refuse(ir::BrokenConstraint(call.at(), "scheduled-twice",
                                  "stagger: " + analysis::pathOf({loop}) + " is staggered already")
                 .note(other.where, "it is staggered here")
                 .help("leave one of the two out"));
  checkHalves(run, call);
  run.staggers.push_back({loop, call.at()});
  return {};
}

void writeStaggers(ScheduleRun &run) {
  for (const StaggerRequest &request : run.staggers) {
    ir::IterateOp loop = request.loop;
    checkNoRole(run.kernel, loop, request.where, "stagger");
    const bool meets =
        loop.walk([](ir::BarrierOp barrier) {
              return barrier.getHalf() ? WalkResult::advance() : WalkResult::interrupt();
            })
            .wasInterrupted();
    if (!meets)
      refuse(ir::BrokenConstraint(request.where, "schedule-stagger",
                                  "stagger: the body of " + analysis::pathOf({loop}) +
                                      " has no barrier, at which the halves of the workgroup " +
                                      "would take turns")
                 .note(loop.getLoc(), "the loop is here")
                 .help("insert barriers between its phases, such as insert_before(node, "
                       "barrier()) and insert_after(node, barrier()) around the MMAs"));
    ir::setStaggered(loop);
  }
}

} // namespace wave
