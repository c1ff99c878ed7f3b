//===- PendingAccess.h - What no barriers have ordered yet ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access of a wave to memory that is not yet ordered before what comes next.  What becomes of it
// at a barrier, at a copy or from one iteration of a loop to the next does not depend on others.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "analysis/BarrierOrder.h"
#include "analysis/Barriers.h"
#include "analysis/Dataflow.h"
#include "analysis/Dependences.h"

namespace wave::analysis {

using ir::isCopyOperation;

/// An access that no barriers have ordered yet before what comes next.
struct Pending {
  mlir::Operation *op;
  mlir::Value memory;
  bool isWrite;
  std::optional<Expr> slot; ///< nothing: any of them
  BarrierOrder order;
  /// Whether the halves of the workgroup have been staggered since.
  bool isStaggered;
  /// Of what a copy does to a ring: copy operations that the wave has executed since, as far as
  /// `mostInFlight`.
  int64_t copiesSince = 0;

  bool isCounted() const {
    return isCopyOperation(op) && mlir::isa<ir::BufferType>(memory.getType());
  }
  bool isReachedBy(Reach reach) const {
    return (reach.global || mlir::isa<ir::BufferType>(memory.getType())) &&
           (!isCopyOperation(op) || (reach.copies && copiesSince >= reach.inFlight));
  }
  /// Whether barriers that order this one order the other.
  bool covers(const Pending &other) const;

  /// `lead` is that after the barrier.
  void pass(ir::BarrierOp barrier, int64_t lead);
  /// The wave has executed one more copy operation.
  void passCopy();
  /// Follows an edge.  Where copies are counted, a loop counts the slots of those in flight on from
  /// its first iteration, as it does its own.  Slots of earlier iterations are distinguished for
  /// some rounds, more of them where copies are in flight for as many.
  void follow(const FlowEdge &edge, const IndicesAcross &indices, bool countsCopies);
};

/// Whether two accesses, one after the other, need barriers between them.
bool areInConflict(const Pending &earlier, const Pending &now);

/// Whether the memory is a channel's ring, whose slots need no barrier.
bool isChannel(mlir::Value memory);

/// Whether after `op` another ring may take the place of a channel's slot: lanes have read or
/// written it, and MMAs that read it by descriptor as long as they run, up to the release at the
/// latest.
bool isEndOfUse(mlir::Operation *op);

/// What operations of a kernel may conflict about.
class SharedMemories {
public:
  explicit SharedMemories(ir::KernelOp kernel);
  /// Without those to memories that nothing in the kernel writes; the release of a channel reads
  /// what MMAs read by descriptor.
  mlir::SmallVector<Access> accessesOf(mlir::Operation *op) const;

private:
  llvm::DenseSet<mlir::Value> written;
};

/// Whether a barrier leaves copies in flight.  Only then are their slots distinguished across the
/// entry of a loop: while barriers are placed, which end all copies, that would move the first
/// conflict, and with it a barrier, to a later place.
bool leavesInFlight(ir::KernelOp kernel);

} // namespace wave::analysis
