//===- Barriers.h - Whether waves can disturb each other ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two accesses to one slot of a ring, or to one memory, of which one writes, are in
// conflict: between them the waves have to meet.  This follows the accesses that no
// barrier has parted yet through loops and ways, a step of a loop after the other.
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
};

/// Two accesses that no barrier parts; `second` comes later.
struct Conflict {
  mlir::Operation *first, *second;
  mlir::Value memory;

  /// That of a barrier between the two.
  Reach reach() const {
    return {!mlir::isa<ir::RingType>(memory.getType()),
            mlir::isa<ir::CopyOp, ir::CopyOutOp>(first)};
  }
};

/// Reports the conflicts of a kernel in the order in which they occur.  Behind one that
/// was reported the analysis goes on as if a barrier stood before `second`.
void findConflicts(ir::KernelOp kernel, llvm::function_ref<void(const Conflict &)> report);

} // namespace wave::analysis
