//===- HardwareNumbers.cpp - Numbers of the hardware constraint -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A schedule that is for several GPUs, or for several tilings, takes from the kernel what differs
// between them: the constraint is the one of the form bound, so that what the compiler has chosen
// is in it.
//
//===----------------------------------------------------------------------===//

#include "dialect/Distribution.h"
#include "passes/schedule/ScheduleRun.h"

using namespace mlir;

namespace wave {

std::vector<Held> getHardwareConstraint(ScheduleRun &run, ScheduleCall &) {
  Hardware hardware;
  hardware.numbers["threads_per_wave"] = ir::threadsPerWave(run.kernel);
  hardware.numbers["waves_per_block"] = ir::wavesPerBlock(run.kernel);
  for (auto own : run.kernel.getBlock()->getOps<ir::HardwareConstraintOp>())
    for (auto [dim, waves] : llvm::enumerate(own.getWavesPerBlock().value_or(ArrayRef<int64_t>())))
      hardware.numbers["waves_per_block_" + std::to_string(dim)] = waves;
  return {hardware};
}

} // namespace wave
