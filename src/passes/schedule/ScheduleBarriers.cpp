//===- ScheduleBarriers.cpp - What becomes of mbarriers between tiles -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   barriers(RUN_ON)         the phases of mbarriers go on from tile to tile, which is the default
//   barriers(REINITIALISE)   wave.reinitialised of the loop over tiles
//
// Needs a kernel with roles, and a loop over tiles around all steps of its channels.  To
// reinitialise costs two cluster barriers for each tile, and nothing may be in use from one tile to
// the next.
//
//===----------------------------------------------------------------------===//

#include "dialect/Schedule.h"
#include "passes/schedule/RoleSlice.h"
#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

/// barriers(policy)
std::vector<Held> barriers(ScheduleRun &run, ScheduleCall &call) {
  const std::string policy = call.word("policy");
  if (policy != "RUN_ON" && policy != "REINITIALISE")
    call.fail("policy is " + policy, "policy is RUN_ON or REINITIALISE");
  const bool reinitialises = policy == "REINITIALISE";
  if (run.barriers && run.barriers->reinitialises != reinitialises)
    refuse(
        ir::BrokenConstraint(call.at(), "barrier-policy",
                             "barriers: the policy is " + policy + ", and has been the other one")
            .note(run.barriers->where, "the other one is here")
            .help("keep one of them"));
  run.barriers = BarriersRequest{reinitialises, call.at()};
  return {};
}

namespace {

/// Whether the schedule can let trips of a loop over tiles begin channels anew.
class Reinitialisation {
public:
  Reinitialisation(const ScheduleRun &run, Location where)
      : run(run), kernel(run.kernel), where(where) {}

  void write() {
    if (ir::rolesOf(kernel).empty())
      refuse(report("no role hands anything over to another one")
                 .help("leave barriers out: there are no mbarriers"));
    ir::IterateOp loop = loopOverTiles();
    const std::string path = analysis::pathOf({loop});
    if (ir::pipelineOf(loop))
      refuse(report("the iterations of " + path + " overlap: it is pipelined, or reordered")
                 .note(loop.getLoc(), "the loop is here")
                 .help("schedule the loops inside it, or leave barriers out"));
    checkSteps(loop, path);
    checkCarried(loop, path);
    checkNext(loop, path);
    for (auto channel : kernel.getBlock()->getOps<ir::ChannelOp>())
      checkSlots(channel, loop, path);
    ir::setReinitialised(loop, where);
  }

private:
  ir::BrokenConstraint report(const Twine &claim) const {
    return {where, "barrier-policy", "barriers: policy is REINITIALISE, and " + claim};
  }

  /// In each of whose trips results leave.
  ir::IterateOp loopOverTiles() {
    for (auto loop : kernel.getBlock()->getOps<ir::IterateOp>())
      if (loop->walk([](Operation *op) {
                return isa<ir::WriteOp, ir::CopyOutOp>(op) ? WalkResult::interrupt()
                                                           : WalkResult::advance();
              })
              .wasInterrupted())
        return loop;
    refuse(report("kernel '" + kernel.getSymName() + "' has no loop over tiles")
               .note(kernel.getLoc(), "each workgroup stores one tile")
               .help("leave barriers out: mbarriers are initialised once"));
  }

  void checkSteps(ir::IterateOp loop, const std::string &path) {
    kernel.walk([&](Operation *op) {
      if (ir::isStepOfUse(op) && !loop->isProperAncestor(op))
        refuse(report("'" + nameOf(ir::channelOfStep(op)) + "' is in use from one iteration of " +
                      path + " to the next")
                   .note(op->getLoc(), "it is loaded, or used, outside of the loop")
                   .help("leave barriers out"));
    });
  }

  void checkCarried(ir::IterateOp loop, const std::string &path) {
    for (Value carried : loop.getCarried())
      if (!carried.getType().isIndex())
        refuse(report(path + " carries a tile from one iteration to the next")
                   .note(carried.getLoc(), "it is carried here")
                   .help("leave barriers out"));
  }

  /// All lanes count the tiles, those too that no scalar is handed over to.
  void checkNext(ir::IterateOp loop, const std::string &path) {
    const RoleSlice slice({loop.getOperation()});
    kernel.walk([&](ir::ScalarReadOp read) {
      if (slice.contains(read))
        refuse(report("the next tile of " + path + " is handed over by a channel")
                   .note(read.getLoc(), "it is read here")
                   .help("leave barriers out"));
    });
  }

  /// Slots beyond those of one trip are for what is in use from one trip to the next: the compiler
  /// gives none.
  void checkSlots(ir::ChannelOp channel, ir::IterateOp loop, const std::string &path) {
    for (Operation *step : channel.getChannel().getUsers())
      if (isa<ir::AcquireOp>(step) && step->getBlock() != loop.getBlock())
        return; // used in a loop inside
    for (Value value : channel.getRings()) {
      auto ring = value.getDefiningOp<ir::AllocateOp>();
      const int64_t slots = ir::buffersOf(ring).value_or(1);
      if (slots == 1)
        continue;
      if (!isAskedFor(ring)) {
        ir::setBuffers(ring, 1);
        continue;
      }
      const bool isAccumulator = ring.getRing().getType().isInTensorMemory();
      ir::BrokenConstraint refusal = report(
          Twine(isAccumulator ? "accumulator '" : "'") + ring.getName() + "' has " + Twine(slots) +
          " slots, of which an iteration of " + path +
          " uses 1: the others are in use across the tile boundary" +
          (isAccumulator ? ", where one tile is stored while the next one accumulates" : ""));
      for (const BuffersRequest &request : run.buffers)
        if (request.ring == ring)
          refusal.note(request.where, "the slots are asked for here");
      refuse(refusal.help("write buffers(\"" + ring.getName() + "\", 1), or barriers(RUN_ON)"));
    }
  }

  bool isAskedFor(ir::AllocateOp ring) const {
    return llvm::any_of(run.buffers, [&](const BuffersRequest &each) { return each.ring == ring; });
  }

  static std::string nameOf(ir::ChannelOp channel) {
    return channel.getRings().front().getDefiningOp<ir::AllocateOp>().getName().str();
  }

  const ScheduleRun &run;
  ir::KernelOp kernel;
  Location where;
};

} // namespace

void writeBarriers(const ScheduleRun &run) {
  if (run.barriers && run.barriers->reinitialises)
    Reinitialisation(run, run.barriers->where).write();
}

} // namespace wave
