//===- Retarget.cpp - Replace what a kernel says of another chip ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Needs: tiles are numbers                                              (sized)
// Gives: the same; no instruction is one that the chip lacks, and waves have a size that
//        the chip's have, where there is something to put in their place
//
// What a kernel says of its hardware are defaults, with which it was written for some chip.
// What the chip has is taken as it is written.
//
//===----------------------------------------------------------------------===//

#include "dialect/NormalForms.h"
#include "passes/Passes.h"
#include "passes/bind/WaveTiles.h"

using namespace mlir;

namespace wave {
#define GEN_PASS_DEF_RETARGET
#include "passes/Passes.h.inc"

namespace {

struct Retarget : impl::RetargetBase<Retarget> {
  using RetargetBase::RetargetBase;

  void runOnOperation() override {
    if (failed(ir::verifyForm(getOperation(), ir::Form::Sized)))
      return signalPassFailure();
    const machine::Chip *gpu = machine::chipNamed(chip.getValue());
    ir::HardwareConstraintOp hardware = hardwareOf(getOperation());
    if (!gpu || !may || !hardware)
      return;
    isLeft = false;
    const int64_t threads = threadsFor(*gpu, hardware);
    getOperation().walk([&](ir::MmaOp mma) { replaceInstruction(mma, threads); });
    if (std::optional<StringRef> name = hardware.getMmaType();
        name && !machine::mmaNamed(name->str())->runsOn(chip.getValue()) && !isLeft)
      hardware.removeMmaTypeAttr();
    if (threads == static_cast<int64_t>(hardware.getThreadsPerWave()))
      return;
    mlir::emitRemark(hardware.getLoc())
        << "hardware constraint: a wave of " << chip << " has " << threads
        << " threads, instead of the " << hardware.getThreadsPerWave()
        << " of threads_per_wave [retargeted]";
    hardware.setThreadsPerWave(static_cast<uint64_t>(threads));
  }

private:
  /// Threads of a wave: what the kernel says, if the chip has it; or those of an instruction of
  /// the chip's that it names; or the chip's.
  int64_t threadsFor(const machine::Chip &gpu, ir::HardwareConstraintOp hardware) {
    const auto written = static_cast<int64_t>(hardware.getThreadsPerWave());
    std::optional<int64_t> named;
    getOperation().walk([&](ir::MmaOp mma) {
      if (const machine::Mma *row = namedInstruction(mma);
          row && row->runsOn(gpu.processor) && named != written)
        named = row->threadsPerWave;
    });
    if (named)
      return *named;
    return isWaveOf(gpu, written, getOperation()) ? written : gpu.lanes;
  }

  /// Leaves one for which the chip has nothing: that is the user's to repair.
  void replaceInstruction(ir::MmaOp mma, int64_t threads) {
    const machine::Mma *row = namedInstruction(mma);
    if (!row || row->runsOn(chip.getValue()))
      return;
    const machine::Mma *own =
        machine::chooseMma(chip.getValue(), ir::mmaTypes(mma), instructionTile(mma), threads);
    if (!own || row->types != ir::mmaTypes(mma)) {
      isLeft = true;
      return;
    }
    mlir::emitRemark(mma.getLoc())
        << "mma: " << chip << " has no instruction " << StringRef(row->name) << ", "
        << StringRef(own->name) << " takes its place [retargeted]";
    mma.removeMmaTypeAttr();
  }

  bool isLeft = false; ///< whether an instruction had to stay
};

} // namespace
} // namespace wave
