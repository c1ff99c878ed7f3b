//===- Dialect.cpp - Registration of the wave dialect ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/Dialect.h"

#include "llvm/Support/ErrorHandling.h"

#include "dialect/ControlFlow.h"

namespace wave::ir {

void WaveDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerOperations();
  attachControlFlow(*getContext());
}

int64_t threadsPerWave(KernelOp kernel) {
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    return static_cast<int64_t>(*hardware.getThreadsPerWave());
  return 1;
}

int64_t wavesPerBlock(KernelOp kernel) {
  int64_t waves = 1;
  for (auto hardware : kernel.getBlock()->getOps<HardwareConstraintOp>())
    for (mlir::ArrayRef<int64_t> counts = *hardware.getWavesPerBlock(); int64_t count : counts)
      waves *= count;
  return waves;
}

void reportUnknown(mlir::Operation *op, llvm::StringRef where) {
  llvm::report_fatal_error("operation '" + llvm::Twine(op->getName().getStringRef()) +
                           "' is unknown to " + where);
}

} // namespace wave::ir

#include "dialect/WaveDialect.cpp.inc"
