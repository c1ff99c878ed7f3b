//===- Dependences.h - What has to come before what in a loop -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependences between the operations of a loop's body: the one graph that
// schedules are judged by, that loops are pipelined along and that barriers follow.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// One use of a memory or a ring.
struct Access {
  mlir::Value memory;
  bool isWrite;
};

/// What an operation reads and writes, in nested regions too.  Every operation says so in
/// its definition; this is the one place that asks.
mlir::SmallVector<Access> accessesOf(mlir::Operation *op);

struct Dependence {
  enum class Kind {
    Value, ///< `to` uses a result of `from`
    Flow,  ///< `to` reads what `from` wrote
    Anti,  ///< `to` overwrites what `from` read
    Output ///< `to` overwrites what `from` wrote
  };

  mlir::Operation *from, *to;
  Kind kind;
  /// How many steps after `from`'s the step of `to` is.
  int64_t distance;
  /// The value, the memory or the ring that ties them.
  mlir::Value through;

  /// Positions that `to` has to be behind `from`: a value is ready in the lane that uses
  /// it; memory has to be handed to other waves.
  int64_t latency() const { return kind == Kind::Value ? 0 : 1; }
};

/// All dependences between operations of the loop's body itself; what a nested loop does
/// is done by that loop.  Rings have one slot.
mlir::SmallVector<Dependence> dependencesOf(ir::IterateOp loop);

llvm::StringRef nameOf(Dependence::Kind kind);

} // namespace wave::analysis
