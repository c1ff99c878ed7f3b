//===- LowerKernel.h - From tiles to the code of a lane -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LaneTarget.h"

namespace mlir {
class OpPassManager;
}

namespace wave::gpu {

/// Emits a function of the target form before `kernel`, which is in the distributed form with
/// layouts, offsets and barriers: one of its versions (SpecialisePaths).
mlir::Operation *lowerKernel(ir::KernelOp kernel, const std::string &name,
                             const LaneTarget &target);

/// Folds operations of the target form, and removes those that repeat or are not used.  Equal
/// blocks are left for LLVM to merge: to look for them takes half of the time of canonicalization,
/// and kernels of the library have none.
void addSimplification(mlir::OpPassManager &manager);

} // namespace wave::gpu
