//===- OutstandingMmas.h - Whether waits complete MMAs in time ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The MMA of a warpgroup is asynchronous (ir::isAsynchronous): its wave goes on while it is
// outstanding.  Until a wave.mma_wait has completed it
//
//   a slot that it reads by descriptor must not be released,
//   its accumulator must not be used, but as the accumulator of one MMA of the same instruction,
//   which adds to it in its registers; nor forwarded to an iteration that begins with a copy of it,
//   an iteration of a loop that defines an operand in registers must not end: the next one writes
//   these registers.
//
// This is a dataflow (Dataflow.h) of the MMAs that may be outstanding, with the number of those
// issued since.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"

namespace wave::analysis {

/// An operation that relies on the completion of an asynchronous MMA that may be outstanding there.
struct AsyncHazard {
  mlir::Operation *op;
  ir::MmaOp mma;
  /// MMAs that may be outstanding at `op`: the operand of the `mma_wait` that it needs.
  int64_t pending;
  mlir::StringRef what; ///< "releases a slot that it reads", for messages
};

/// Reports the hazards in program order.  After each the analysis goes on as if the wave had waited
/// there.
void findAsyncHazards(ir::KernelOp kernel, llvm::function_ref<void(const AsyncHazard &)> report);

/// An error "normal-form" where there is one.
mlir::LogicalResult verifyWaits(ir::KernelOp kernel);

} // namespace wave::analysis
