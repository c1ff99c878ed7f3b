//===- Barriers.h - Whether waves can disturb each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses to one slot of a ring, or to one memory, of which one writes, are in conflict:
// between them the waves have to synchronise.  This is a dataflow (Dataflow.h) of the accesses that
// no barrier has ordered yet before what comes next.  Where conditional barriers stagger the halves
// of the workgroup, these are agents of their own (BarrierOrder.h).
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"

#include "dialect/Dialect.h"

namespace wave::analysis {

/// What a barrier orders besides the waves' own accesses to shared memory.
struct Reach {
  bool global; ///< accesses to the memories of the caller
  bool copies; ///< the ends of copies that the waves began
  /// Of these the operations, the last ones of a wave, whose copies may go on.
  int64_t inFlight = 0;
};

/// Beyond that many copy operations the analysis does not count.
inline constexpr int64_t mostInFlight = 16;

/// Two accesses that no barriers order; `second` comes later.
struct Conflict {
  mlir::Operation *first, *second;
  mlir::Value memory;
  /// Before which a barrier of all waves orders them: `second`, or what staggered the halves of the
  /// workgroup; null where the two are staggered at both accesses, and in between.
  mlir::Operation *place;
  int64_t missing; ///< barriers
  /// Copy operations of a wave from `first`, where that is one, to `place`; 0 where that is not
  /// `second`.
  int64_t copiesSince;

  /// That of a barrier between the two has to be.
  Reach reach() const {
    return {!mlir::isa<ir::BufferType>(memory.getType()), ir::isCopyOperation(first), copiesSince};
  }
};

/// Reports the conflicts of a kernel in program order.  After each the analysis goes on as if a
/// barrier stood before `second`.  The barriers are balanced.
void findConflicts(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report);

/// A place after which the halves of the workgroup would deadlock: the end of the kernel, of a
/// loop's body, or of the branches of an if, up to which the second half takes `lead` barriers more
/// than the first, or in one branch more than in the other.
struct Imbalance {
  mlir::Operation *in;   ///< the kernel, the loop or the if
  ir::BarrierOp barrier; ///< a conditional one in it
  int64_t lead;
};
std::optional<Imbalance> findImbalance(ir::KernelOp kernel);

} // namespace wave::analysis
