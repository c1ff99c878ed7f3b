//===- VerifySchedule.cpp - Judge a schedule before it is applied ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the attributes of a schedule                                    (staged)
// Gives: the same; every dependence of every pipelined loop is kept, and between roles there is
//        none but at channels
//
//===----------------------------------------------------------------------===//

#include "analysis/Nodes.h"
#include "analysis/ScheduleRepair.h"
#include "analysis/TensorAccumulators.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "passes/schedule/NoEpilogue.h"
#include "passes/schedule/RoleConflicts.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_VERIFYSCHEDULE
#include "passes/Passes.h.inc"

namespace {

struct VerifySchedule : impl::VerifyScheduleBase<VerifySchedule> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    ir::KernelOp kernel = getOperation();
    if (!ir::hasSchedule(kernel))
      return;
    const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
    if (failed(verifyRoles(kernel, program)))
      return signalPassFailure();
    const WalkResult result = kernel.walk([&](ir::IterateOp loop) {
      const std::optional<analysis::LoopSchedule> schedule = analysis::scheduleOf(loop);
      if (!schedule)
        return WalkResult::advance();
      return failed(check(*schedule, analysis::dependencesIn(loop, program))) ||
                     failed(checkAccumulators(*schedule)) || failed(checkNoEpilogue(*schedule))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static std::string placeOf(const analysis::LoopSchedule::Time &time) {
    return "stage " + std::to_string(time.stage) + ", tuple " + std::to_string(time.position);
  }

  static std::string timeText(const analysis::LoopSchedule &schedule, Operation *op) {
    while (!schedule.times.contains(op))
      op = op->getParentOp();
    return "time " + std::to_string(schedule.timeOf(op)) + " (" +
           placeOf(schedule.times.lookup(op)) + ")";
  }

  static std::string iterationText(int64_t distance) {
    return distance == 0   ? "in the same iteration"
           : distance == 1 ? "in the iteration before"
                           : std::to_string(distance) + " iterations before";
  }

  /// The lines to change; empty where no few changes help.
  static std::string textOf(const analysis::Repair &repair) {
    std::string text;
    const auto add = [&](const std::string &change) {
      text += (text.empty() ? "" : ", and ") + change;
    };
    for (const auto &[op, time] : repair.moves)
      add("move " + analysis::describe(op) + " to " + placeOf(time));
    for (const auto &[op, time] : repair.arrivals)
      add("move the arrival of " + analysis::describe(op) + " to " + placeOf(time));
    // buffers("a", n) is of all rings of that name: copies of a loop have one each.
    llvm::MapVector<StringRef, int64_t> most;
    const auto raise = [&](Value ring, int64_t count) {
      auto own = ring.getDefiningOp<ir::AllocateOp>();
      int64_t &known = most[own.getName()];
      known = std::max(known, count);
      for (auto other : own->getBlock()->getOps<ir::AllocateOp>())
        if (other.getName() == own.getName())
          known = std::max(known, ir::buffersOf(other).value_or(1));
    };
    for (const auto &[ring, count] : repair.buffers) {
      raise(ring, count);
      if (ir::ChannelOp channel = ir::channelOf(ring)) // whose rings have equally many
        for (Value other : channel.getRings())
          raise(other, count);
    }
    for (const auto &[name, count] : most)
      add("ask for buffers(\"" + name.str() + "\", " + std::to_string(count) + ")");
    return text;
  }

  static std::string helpFor(const analysis::LoopSchedule &schedule,
                             ArrayRef<analysis::LoopDependence> dependences) {
    const auto repair = analysis::repairOf(schedule, dependences, analysis::slotsOf);
    const std::string text = repair ? textOf(*repair) : "";
    return text.empty() ? "no few changes make it legal: put what depends on each other into later "
                          "tuples or stages"
                        : text;
  }

  /// The stage of the operation of the body that `op` is, or is in.
  static int64_t stageOf(const analysis::LoopSchedule &schedule, Operation *op) {
    while (!schedule.times.contains(op))
      op = op->getParentOp();
    return schedule.times.lookup(op).stage;
  }

  /// An accumulator in tensor memory is updated by one chain of MMAs, up to the write that says
  /// where it is whole.  In several stages the loop would carry what it was between them.
  static LogicalResult checkAccumulators(const analysis::LoopSchedule &schedule) {
    ir::IterateOp loop = schedule.loop;
    llvm::MapVector<Operation *, SmallVector<ir::MmaOp>> accumulators; // by their writes
    loop.walk([&](ir::MmaOp mma) {
      if (ir::SharedWriteOp write = mma.getInTensorMemory() ? analysis::ringWriteOf(mma) : nullptr)
        accumulators[write].push_back(mma);
    });
    for (const auto &[write, mmas] : accumulators) {
      const bool isMadeInside = loop->isProperAncestor(write);
      ir::MmaOp first = mmas.front();
      for (ir::MmaOp other : mmas)
        if (stageOf(schedule, other) != stageOf(schedule, first))
          return report(schedule, first, other,
                        "MMAs that accumulate in tensor memory run in one stage",
                        "put them into one stage");
      if (isMadeInside && stageOf(schedule, write) != stageOf(schedule, first))
        return report(schedule, first, write,
                      "an accumulator in tensor memory is whole in the stage of its MMAs",
                      "put them into one stage");
      if (!isMadeInside && failed(checkRoleOf(first, schedule)))
        return failure();
    }
    return success();
  }

  /// Where a launch gives the count, a role with several stages has its loop in a branch.
  static LogicalResult checkRoleOf(ir::MmaOp first, const analysis::LoopSchedule &schedule) {
    if (schedule.trips)
      return success();
    ir::IterateOp loop = schedule.loop;
    Operation *other = nullptr;
    loop.walk([&](Operation *op) {
      if (!other && op != loop && ir::roleOf(op) && ir::roleOf(op) == ir::roleOf(first) &&
          stageOf(schedule, op) != stageOf(schedule, first))
        other = op;
    });
    if (!other)
      return success();
    return report(schedule, first, other,
                  "role '" + ir::roleOf(first).getValue() +
                      "' accumulates in tensor memory, in a loop whose count a launch gives",
                  "put what the role runs into one stage, or give the sizes when compiling");
  }

  static LogicalResult report(const analysis::LoopSchedule &schedule, Operation *first,
                              Operation *other, const Twine &rule, const Twine &help) {
    const auto placed = [&](Operation *op) {
      return analysis::describe(op) + " is in stage " + std::to_string(stageOf(schedule, op));
    };
    return ir::BrokenConstraint(first, "schedule-loop",
                                placed(first) + ", and " + placed(other) + ": " + rule)
        .note(other->getLoc(), "the other operation is here")
        .help(help);
  }

  /// Where a user's schedule says what the stage has.
  static void noteStage(ir::BrokenConstraint &report, const analysis::LoopSchedule &schedule,
                        int64_t stage) {
    if (const std::optional<Location> place = ir::placeOfStage(schedule.loop, stage))
      report.note(*place, "stage " + std::to_string(stage) + " is scheduled here");
  }

  static LogicalResult check(const analysis::LoopSchedule &schedule,
                             ArrayRef<analysis::LoopDependence> dependences) {
    for (const auto &[op, time] : schedule.arrivals)
      if (schedule.endOf(op) < schedule.timeOf(op))
        return ir::BrokenConstraint(
                   op, "illegal-schedule",
                   analysis::describe(op) + " begins at " + timeText(schedule, op) +
                       ", and would arrive before, at time " + Twine(schedule.endOf(op)))
            .help(helpFor(schedule, dependences));
    const auto violation = analysis::findViolation(schedule, dependences, analysis::slotsOf);
    if (!violation)
      return success();
    const analysis::LoopDependence &broken = violation->dependence;
    ir::BrokenConstraint report(
        broken.to, "illegal-schedule",
        analysis::describe(broken.to) + " " + analysis::nameOf(broken.kind) + " " +
            analysis::describe(broken.from) + " " + iterationText(broken.distance) +
            ", and would run at time " + Twine(violation->reached) + ", before time " +
            Twine(violation->needed));
    report.note(broken.to->getLoc(),
                analysis::describe(broken.to) + " has " + timeText(schedule, broken.to) +
                    (violation->reached == schedule.timeOf(broken.to)
                         ? ""
                         : ", and " +
                               std::to_string(violation->reached - schedule.timeOf(broken.to)) +
                               " more for the iterations between: the initiation interval is " +
                               std::to_string(schedule.interval)));
    report.note(broken.from->getLoc(),
                analysis::describe(broken.from) + " has " + timeText(schedule, broken.from));
    // In the order of the notes before; both may be in one.
    const int64_t stage = stageOf(schedule, broken.to), other = stageOf(schedule, broken.from);
    noteStage(report, schedule, stage);
    if (other != stage)
      noteStage(report, schedule, other);
    return report.help(helpFor(schedule, dependences));
  }
};

} // namespace
} // namespace wave
