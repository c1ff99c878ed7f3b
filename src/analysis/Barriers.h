//===- Barriers.h - Whether waves can disturb each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses to one slot of a ring, or to one memory, of which one writes, are in
// conflict: between them the waves have to meet.  This follows the accesses that no
// barrier has parted yet through loops and ways, a step of a loop after the other.  Where
// the halves of the workgroup are a barrier apart, by conditional ones, these are agents of their
// own (Parting.h).
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

/// Two accesses that no barriers part; `second` comes later.
struct Conflict {
  mlir::Operation *first, *second;
  mlir::Value memory;
  /// Before which a barrier of all waves parts them: `second`, or what set the halves of the
  /// workgroup apart; null where the two are apart at both accesses, and in between.
  mlir::Operation *place;
  int64_t missing; ///< barriers
  /// Copy operations of a wave from `first`, where that is one, to `place`; 0 where that is not
  /// `second`.
  int64_t copiesSince;

  /// That of a barrier between the two.
  Reach reach() const {
    return {!mlir::isa<ir::BufferType>(memory.getType()), ir::isCopyOperation(first), copiesSince};
  }
};

/// Reports the conflicts of a kernel in the order in which they occur.  Behind one that
/// was reported the analysis goes on as if a barrier stood before `second`.  The barriers are
/// balanced.
void findConflicts(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report);

/// A place behind which the halves of the workgroup would wait for each other for ever: the end of
/// the kernel, of a loop's body, or of the ways of a condition, up to which the second half takes
/// `lead` barriers more than the first, or in one way more than in the other.
struct Imbalance {
  mlir::Operation *in;   ///< the kernel, the loop or the condition
  ir::BarrierOp barrier; ///< a conditional one in it
  int64_t lead;
};
std::optional<Imbalance> findImbalance(ir::KernelOp kernel);

} // namespace wave::analysis
