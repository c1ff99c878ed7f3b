//===- Interleaved.cpp ----------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interleaved.h"

#include "mlir/Pass/PassManager.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/Schedule.h"
#include "frontend/KernelTrace.h"
#include "passes/Passes.h"
#include "passes/Pipeline.h"

namespace wave::test {

std::string Lowering::str() const {
  return std::string(hasTensorMemory                    ? "tensor memory"
                     : isInPlace                        ? "in place"
                     : hasRoles                         ? "roles"
                     : !program.empty()                 ? "a program"
                     : schedule == SchedulingType::None ? "none"
                                                        : "prefetch") +
         ", " + std::to_string(buffers) + " buffers, " + (copies ? "copies, " : "") +
         (isDistributed ? "distributed" : "scheduled");
}

Lowered::Lowered(const Kernel &kernel, const Bindings &subs, const Lowering &lowering)
    : context(frontend::makeContext()), module(frontend::load(kernel, *context)) {
  const char *chip = lowering.hasTensorMemory ? "sm_100a"
                     : lowering.isInPlace     ? "sm_90a"
                     : lowering.copies        ? "gfx950"
                                              : "gfx942";
  if (!lowering.program.empty())
    ir::setScheduleText(this->kernel(), lowering.program);
  using mlir::OpPassManager;
  mlir::PassManager manager(context.get());
  addBindPasses(manager, subs, chip, /*retarget=*/lowering.isInPlace);
  addStagePasses(manager, chip);
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  if (lowering.hasRoles && !lowering.isInPlace)
    kernels.addPass(createStageChannels());
  const char *scheduling = lowering.schedule == SchedulingType::None ? "none" : "prefetch";
  if (lowering.isVerified) {
    addBuildSchedulePasses(manager, scheduling, chip, lowering.buffers);
    addApplySchedulePasses(manager, chip);
  } else {
    kernels.addPass(
        createBuildSchedule({.scheduling = scheduling, .buffers = lowering.buffers, .chip = chip}));
    kernels.addPass(createApplySchedule());
  }
  if (lowering.isDistributed)
    addDistributePasses(manager, chip);
  ir::DiagnosticCapture capture(context.get());
  if (failed(manager.run(*module)))
    capture.throwError("lowering");
}

ir::KernelOp Lowered::kernel() { return frontend::onlyKernel(*module); }

std::string Lowered::str() {
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

std::string interleavedDifference(Lowered &lowered, std::deque<GuardedTensor> &tensors,
                                  const std::vector<Tensor> &expected, uint64_t seed) {
  std::vector<Tensor> actual;
  for (GuardedTensor &guarded : tensors) {
    guarded.save();
    actual.push_back(guarded.tensor());
  }
  auto finding = interpreter::interleave(lowered.kernel(), actual, seed);
  std::string text = finding ? finding->message : "";
  for (size_t i = 0; i < tensors.size() && text.empty(); ++i)
    if (std::string differs = difference(actual[i], expected[i]);
        !differs.empty() || !tensors[i].guardsHold())
      text = "argument " + std::to_string(i) + ": " + differs;
  for (GuardedTensor &guarded : tensors)
    guarded.restore();
  return text;
}

std::vector<Tensor> traced(const Kernel &kernel, const Bindings &subs,
                           std::deque<GuardedTensor> &tensors) {
  std::vector<Tensor> expected;
  for (GuardedTensor &guarded : tensors)
    expected.push_back(guarded.tensor().clone());
  interpret(kernel, {.subs = subs}, expected);
  return expected;
}

} // namespace wave::test
