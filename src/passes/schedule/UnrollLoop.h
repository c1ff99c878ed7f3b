//===- UnrollLoop.h - Several iterations of a loop in one -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the form staged a loop of C iterations becomes one of floor(C / factor), with `factor` copies
// of its body, and after it a loop for the iterations that are left, the remainder, where there may
// be any.  Copy c of iteration i works on iteration i * factor + c; what the loop carries goes from
// copy to copy.
//
// Each copy, and the remainder, has rings and channels of its own, so that a ring is still filled
// once in an iteration, and read once: dependences and slots are found as in any other loop.  The
// uses of a channel are numbered anew.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <vector>

#include "mlir/IR/IRMapping.h"

#include "dialect/Dialect.h"

namespace wave {

/// What became of the operations of the loop, and of its rings.  The first copy is what was there.
struct Unrolled {
  std::vector<mlir::IRMapping> copies; ///< the second and all others
  std::optional<mlir::IRMapping> remainder;
  /// Loops that are other operations now, with the same bodies.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> replaced;
};

/// Unrolls a loop that has a count, which is at least `factor` where it is known.
Unrolled unrollLoop(ir::IterateOp loop, int64_t factor);

} // namespace wave
