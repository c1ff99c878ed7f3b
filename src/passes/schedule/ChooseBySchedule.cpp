//===- ChooseBySchedule.cpp - What a schedule says before staging ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: the kernel as it is written                                    (traced)
// Gives: the same, with the choices of its schedule                     (traced)
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"
#include "dialect/Schedule.h"
#include "passes/Passes.h"
#include "passes/schedule/ManualSchedule.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_CHOOSEBYSCHEDULE
#include "passes/Passes.h.inc"

namespace {

struct ChooseBySchedule : impl::ChooseByScheduleBase<ChooseBySchedule> {
  using ChooseByScheduleBase::ChooseByScheduleBase;

  void runOnOperation() override {
    ir::KernelOp kernel = getOperation();
    if (!ir::scheduleTextOf(kernel))
      return;
    if (failed(ir::verifyForm(kernel, ir::Form::Traced)))
      return signalPassFailure();
    const FailureOr<schedule::Program> program = programOf(kernel);
    if (failed(program) ||
        failed(chooseByProgram(kernel, *program, machine::chipNamed(chip.getValue()))))
      signalPassFailure();
  }
};

} // namespace
} // namespace wave
