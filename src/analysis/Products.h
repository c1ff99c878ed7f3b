//===- Products.h - Whether products have ended that others rely on -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of a warpgroup (ir::isAsynchronous) runs on while its wave goes on.  Until a
// wave.mma_wait has seen its end
//
//   a slot that it reads in place must not be released,
//   its sum must not be used, but as the accumulator of one product by the same instruction, which
//   adds to it in its registers; nor handed to a step that begins with a copy of it,
//   the left operand that lanes hold must not be made anew: a step of a loop that makes it
//   does not end.
//
// This follows the products that run on through loops and ways, by how many were begun since.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"

namespace wave::analysis {

/// An operation that relies on the completion of an asynchronous MMA that may be in flight there.
struct AsyncHazard {
  mlir::Operation *op;
  ir::MmaOp product;
  /// MMAs that may be outstanding at `op`: the operand of the `mma_wait` that it needs.
  int64_t pending;
  mlir::StringRef what; ///< "releases a slot that it reads", for messages
};

/// Reports the hazards in the order of the program.  After one, the analysis goes on as if the wave
/// had waited there.
void findAsyncHazards(ir::KernelOp kernel, llvm::function_ref<void(const AsyncHazard &)> report);

/// An error "normal-form" where there is one.
mlir::LogicalResult verifyWaits(ir::KernelOp kernel);

} // namespace wave::analysis
