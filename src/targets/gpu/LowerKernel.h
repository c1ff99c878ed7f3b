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

/// What an entry point may take for granted of its arguments.
enum class Arguments {
  /// Elements of the last dimension follow each other; every memory and all its other
  /// strides are aligned to 16 bytes.
  Aligned,
  /// The same of those memories that the kernel only reads; of the others nothing.
  AlignedReads,
  /// Nothing.
  Any
};

/// Whether the kernel's copies bring boxes, or what is as wide.
inline bool areReadsAligned(Arguments arguments) { return arguments != Arguments::Any; }
/// Whether rows of that memory, an argument of the kernel, are aligned.
bool isAligned(Arguments arguments, Value memory);

/// Emits a function of the target form before `kernel`, which is in the distributed form
/// with layouts, offsets and barriers.
void lowerKernel(ir::KernelOp kernel, const std::string &name, Arguments arguments,
                 const LaneTarget &target);

/// Folds operations of the target form, and removes those that repeat or are not used.  Equal
/// blocks are left for LLVM to merge: to look for them takes half of the time of canonicalization,
/// and kernels of the library have none.
void addSimplification(mlir::OpPassManager &manager);

} // namespace wave::gpu
