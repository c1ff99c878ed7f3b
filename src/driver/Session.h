//===- Session.h - Lowers a compiled kernel once more ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compile keeps no IR: what is asked of a kernel later is made again from its bound form.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "driver/CompiledKernel.h"
#include "driver/ForkBarrier.h"
#include "driver/Lowering.h"

namespace wave {

/// Hands a schedule of the user's to the passes that lower the bound form.
void attachSchedule(mlir::ModuleOp module, const CompiledKernel::Impl &impl);

class Session {
  const ForkBarrier noFork;
  std::unique_ptr<mlir::MLIRContext> context;

public:
  explicit Session(const CompiledKernel::Impl &impl);

  const ir::DiagnosticCapture capture;
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< in the bound form

private:
  Reproducer reproducer;
  PassReport report;

public:
  HeldTiles held; ///< after the form distributed
  const Lowering lowering;
};

} // namespace wave
