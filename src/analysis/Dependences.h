//===- Dependences.h - What has to come before what -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependences between the operations of a program, at any depth of loops: the one graph
// that schedules are judged by, that loops are pipelined along and that barriers follow.
//
// A dependence has a distance for each loop around both of its ends: (0, 1) is carried by the
// inner one of two loops, from each of its iterations to the next.  Inside the loop that carries
// it the distance may be any: what an inner loop has written in one iteration of the outer loop,
// any iteration of it may read in the next.
//
// Memories are distinguished, their elements are not, but for slices of a slot: two that have no
// element in common do not depend on each other.  Rings have one slot (LoopSchedule.h lengthens the
// distances of what overwrites a slot).
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

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
    Value,  ///< `to` uses a result of `from`
    Flow,   ///< `to` reads what `from` wrote
    Anti,   ///< `to` overwrites what `from` read
    Output, ///< `to` overwrites what `from` wrote
    Order   ///< `to` follows `from` in the protocol of a channel, in one role
  };

  mlir::Operation *from, *to;
  Kind kind;
  /// How many iterations after `from`'s that of `to` is, for each loop around both, the outermost
  /// one first; nothing where it may be any number.
  mlir::SmallVector<std::optional<int64_t>, 2> distances;
  /// The value, the memory or the ring that ties them.
  mlir::Value through;

  /// Positions that `to` has to be behind `from`: a value is ready in the lane that uses
  /// it; memory has to be handed to other waves.
  int64_t latency() const { return kind == Kind::Value || kind == Kind::Order ? 0 : 1; }
};

/// All dependences inside `program`: a kernel, a role or a loop.
mlir::SmallVector<Dependence> dependencesOf(mlir::Operation *program);

/// One of those between two operations of a loop's body, or inside of them, in one run of the
/// loop.
struct LoopDependence : Dependence {
  int64_t distance; ///< in iterations of the loop
};
mlir::SmallVector<LoopDependence> dependencesIn(ir::IterateOp loop,
                                                mlir::ArrayRef<Dependence> dependences);

/// "reads what was written by"
llvm::StringRef nameOf(Dependence::Kind kind);

} // namespace wave::analysis
