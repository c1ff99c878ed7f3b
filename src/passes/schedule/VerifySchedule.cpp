//===- VerifySchedule.cpp - Judge a schedule before it is applied ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the attributes of a schedule                                    (staged)
// Gives: the same; every dependence of every pipelined loop is kept
//
//===----------------------------------------------------------------------===//

#include "analysis/LoopSchedule.h"
#include "dialect/BrokenConstraint.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_VERIFYSCHEDULE
#include "passes/Passes.h.inc"

namespace {

struct VerifySchedule : impl::VerifyScheduleBase<VerifySchedule> {
  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (!ir::hasSchedule(kernel))
      return;
    const SmallVector<analysis::Dependence> program = analysis::dependencesOf(kernel);
    const WalkResult result = kernel.walk([&](ir::IterateOp loop) {
      const std::optional<analysis::LoopSchedule> schedule = analysis::scheduleOf(loop);
      if (!schedule)
        return WalkResult::advance();
      return failed(check(*schedule, analysis::dependencesIn(loop, program)))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  static int64_t slotsOf(Value ring) {
    auto allocation = ring.getDefiningOp<ir::AllocateOp>();
    return allocation ? ir::buffersOf(allocation).value_or(1) : 1;
  }

  /// "mma" or 'read_a', an operation by its tag.
  static std::string nameOf(Operation *op) {
    auto tag = op->getAttrOfType<StringAttr>("tag");
    const std::string name = op->getName().stripDialect().str();
    return tag ? name + " '" + tag.str() + "'" : name;
  }

  static LogicalResult check(const analysis::LoopSchedule &schedule,
                             ArrayRef<analysis::LoopDependence> dependences) {
    const auto violation = analysis::findViolation(schedule, dependences, slotsOf);
    if (!violation)
      return success();
    const analysis::LoopDependence &broken = violation->dependence;
    return ir::BrokenConstraint(
               broken.to, "illegal-schedule",
               nameOf(broken.to) + " " + analysis::nameOf(broken.kind) + " " + nameOf(broken.from) +
                   " " + Twine(broken.distance) + " iterations before, and would run at time " +
                   Twine(violation->reached) + ", before " + Twine(violation->needed))
        .note(broken.from->getLoc(), nameOf(broken.from) + " is here")
        .help("schedule it later, or the other one earlier");
  }
};

} // namespace
} // namespace wave
