//===- BuildSchedule.cpp - Choose a schedule, and write it down -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: channels where roles may hand over what they load               (staged)
// Gives: the same, with the attributes of a schedule                     (staged)
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "passes/schedule/ManualSchedule.h"
#include "passes/schedule/Policies.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_BUILDSCHEDULE
#include "passes/Passes.h.inc"

namespace {

struct BuildSchedule : impl::BuildScheduleBase<BuildSchedule> {
  using BuildScheduleBase::BuildScheduleBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (failed(ir::verifyForm(kernel, ir::Form::Staged)))
      return signalPassFailure();
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    if (ir::scheduleTextOf(kernel)) {
      const FailureOr<schedule::Program> program = programOf(kernel);
      ir::eraseScheduleText(kernel);
      if (failed(program) || failed(scheduleByProgram(kernel, *program, gpu)))
        signalPassFailure();
      return ir::eraseUnusedTags(kernel);
    }
    ir::eraseUnusedTags(kernel);
    const bool hasChannels =
        kernel.walk([](ir::AcquireOp) { return WalkResult::interrupt(); }).wasInterrupted();
    if (hasChannels)
      scheduleByRoles(kernel, gpu, buffers);
    if (scheduling == "prefetch")
      scheduleByPrefetch(kernel, buffers);
    else if (!hasChannels && gpu)
      prefetchRows(kernel, *gpu);
  }
};

} // namespace
} // namespace wave
