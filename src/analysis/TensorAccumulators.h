//===- TensorAccumulators.h - Accumulators in tensor memory ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An accumulator in tensor memory starts at zero, is updated by MMAs in the loops that carry it,
// and is complete at its first other use.  It has no other users before that.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"

namespace wave::analysis {

struct TensorAccumulator {
  mlir::OpOperand *begin = nullptr; ///< the operand that takes its initial zero
  mlir::Value whole;                ///< where it is complete
};

/// The accumulator that an MMA updates.  Where it cannot be in tensor memory, `reason` says why,
/// and `whole` is null.
TensorAccumulator tensorAccumulatorOf(ir::MmaOp mma, std::string &reason);

/// The write of the accumulator of an MMA into its ring, in the forms from staged on.
ir::SharedWriteOp ringWriteOf(ir::MmaOp mma);

/// Whether lanes of the role load accumulators into registers, all elements of one at a time.
bool loadsAccumulators(ir::RoleOp role);

/// Columns of 32 bits of a slot of a ring in tensor memory: one for each column of the
/// accumulator, or for two of which the lanes have one each, for the rows of one instruction; those
/// of the next rows follow.
int64_t columnsPerSlot(mlir::Value ring);
/// Columns that a workgroup asks for: a power of two, at least 32 (tcgen05.alloc); 0 where it
/// has no ring there.
int64_t tensorColumnsOf(ir::KernelOp kernel);

} // namespace wave::analysis
