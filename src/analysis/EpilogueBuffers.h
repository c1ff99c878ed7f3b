//===- EpilogueBuffers.h - Buffers that reuse the memory of others --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The epilogue stages its results through a ring that is written after the last use of the
// operand rings: it can reuse their shared memory.  So can the rings of the remainder of an
// unrolled loop.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// Whether from `op` on the program, of the kernel or of its role, uses no ring that copies
/// fill.
bool isBehindCopies(mlir::Operation *op);

/// Whether a ring is written and copied out once, after all uses of operand rings; with roles, by
/// the only role that reads these.
bool reusesOperandBuffers(ir::AllocateOp ring);

/// Rings that only the remainders of unrolled loops use, where all else that uses rings comes
/// before these: they can have the place of the other ones.  Empty where there are none.
mlir::SmallVector<ir::AllocateOp> remainderRings(ir::KernelOp kernel);

} // namespace wave::analysis
