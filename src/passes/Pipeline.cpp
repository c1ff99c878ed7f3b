//===- Pipeline.cpp - The order of the compiler ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "passes/Pipeline.h"

#include "mlir/Pass/PassRegistry.h"

#include "dialect/NormalForms.h"
#include "machine/Chip.h"
#include "passes/Passes.h"

using namespace mlir;

namespace wave {

// Each pass checks the form that it needs; the last one's result is checked here.
void addBindPasses(OpPassManager &manager, const Bindings &subs, const std::string &chip,
                   bool retarget, bool isCovered, std::vector<ScalarRange> *openScalars) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  kernels.addPass(createChooseBySchedule({.chip = chip}));
  kernels.addPass(createBindSymbols({.subs = subsText(subs)}));
  kernels.addPass(createSplitPrecision({.chip = chip}));
  kernels.addPass(createDropUnitDims({.chip = chip}));
  kernels.addPass(createRetarget({.chip = chip, .may = retarget}));
  kernels.addPass(createChooseWaves({.chip = chip, .may = retarget}));
  kernels.addPass(createResolveHardware({.chip = chip}));
  kernels.addPass(createConvertWrites());
  kernels.addPass(createDistributeTiles({.anywhere = !isCovered}, openScalars));
  kernels.addPass(createVerifyForm({.form = ir::formName(ir::Form::Bound).str()}));
}

void addStagePasses(OpPassManager &manager, const std::string &chip) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  const machine::Chip &gpu = *machine::chipNamed(chip);
  kernels.addPass(createEraseUnused());
  kernels.addPass(createStageReads({.copies = gpu.copiesWide()}));
  kernels.addPass(createSplitPairedOperand());
  kernels.addPass(createAllocateAccumulators());
  kernels.addPass(createStageWrites({.chip = chip}));
  if (gpu.hasRoles())
    kernels.addPass(createStageChannels({.onlyByDescriptor = true}));
  kernels.addPass(createVerifyForm({.form = ir::formName(ir::Form::Staged).str()}));
}

void addBuildSchedulePasses(OpPassManager &manager, const std::string &scheduling,
                            const std::string &chip, int64_t buffers) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  kernels.addPass(
      createBuildSchedule({.scheduling = scheduling, .buffers = buffers, .chip = chip}));
  kernels.addPass(createVerifySchedule());
  kernels.addPass(createOfferStagger({.chip = chip}));
}

void addApplySchedulePasses(OpPassManager &manager, const std::string &chip) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  kernels.addPass(createApplySchedule());
  kernels.addPass(createInlineSingleTrips());
  kernels.addPass(createEraseHints({.chip = chip}));
  if (machine::chipNamed(chip)->hasRoles()) {
    kernels.addPass(createMulticastLoads());
    kernels.addPass(createVerifyProtocol());
  }
  kernels.addPass(createVerifyForm({.form = ir::formName(ir::Form::Scheduled).str()}));
}

void addDistributePasses(OpPassManager &manager, const std::string &chip) {
  OpPassManager &kernels = manager.nest<ir::KernelOp>();
  kernels.addPass(createChooseLayouts());
  kernels.addPass(createSplitReductions({.chip = chip}));
  kernels.addPass(createLowerConversions());
  kernels.addPass(createLayOutShared({.chip = chip}));
  kernels.addPass(createCheckRegisters({.chip = chip}));
  const bool counts = (machine::chipNamed(chip)->hints & machine::WaitHint) != 0;
  kernels.addPass(createPlaceBarriers({.counted = counts}));
  kernels.addPass(createPlaceWaits());
  kernels.addPass(createCarrySlots());
  kernels.addPass(createChoosePaths());
  kernels.addPass(createVerifyForm({.form = ir::formName(ir::Form::Distributed).str()}));
}

std::string subsText(const Bindings &subs) {
  std::string text;
  for (const Binding &binding : subs)
    text += (text.empty() ? "" : "; ") + binding.symbol + "=" + binding.value.str();
  return text;
}

} // namespace wave
