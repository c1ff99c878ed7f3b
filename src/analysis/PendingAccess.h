//===- PendingAccess.h - What no barriers have parted yet -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An access of a wave to memory that others may still wait for, on its way through the program.
// Each goes its way by itself: what becomes of it at a barrier, at a copy or from one step of a
// loop to the next does not depend on others.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "analysis/Barriers.h"
#include "analysis/Dependences.h"
#include "analysis/Parting.h"

namespace wave::analysis {

using ir::isCopyOperation;

/// An access that no barriers have parted yet from what comes next.
struct Pending {
  mlir::Operation *op;
  mlir::Value memory;
  bool isWrite;
  std::optional<Expr> slot; ///< nothing: any of them
  Parting parting;
  /// Whether the halves of the workgroup have been apart since.
  bool areApart;
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
  /// Whether barriers that part this one part the other.
  bool covers(const Pending &other) const;

  /// Goes on behind a barrier; `lead` is that behind it.
  void pass(ir::BarrierOp barrier, int64_t lead);
  /// The wave has executed one more copy operation.
  void passCopy();
  /// Enters the first step of a loop, where its counter is 0: slots of copies that are in flight
  /// are counted on from there, as the loop counts its own.
  void enter(const Expr &counter);
};

/// Whether two accesses, one after the other, need barriers between them.
bool areInConflict(const Pending &earlier, const Pending &now);

/// What roles hand over slot by slot needs no barrier.
bool isChannel(mlir::Value memory);

/// Whether behind `op` another ring may come to lie where a channel's slot lies: lanes have read or
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

/// Steps of a loop for which the slots of those before them are told apart: copies may be in
/// flight for some.
inline int64_t stepsToldApart(bool countsCopies) { return countsCopies ? 6 : 3; }

} // namespace wave::analysis
