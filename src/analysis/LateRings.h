//===- LateRings.h - Rings that lie where others lay ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A ring through which results leave is written when all that was copied into other rings
// has been used: it can have their place.  So can the rings of a loop that runs what an unrolled
// one leaves.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// Whether from `op` on the program, of the kernel or of its role, uses no ring that copies
/// fill.
bool isBehindCopies(mlir::Operation *op);

/// Whether a ring is written and copied out behind all those uses, once; with roles, by the only
/// one that reads what was copied.
bool isLate(ir::AllocateOp ring);

/// Rings that only the remainders of unrolled loops use, where all else that uses rings comes
/// before these: they can have the place of the other ones.  Empty where there are none.
mlir::SmallVector<ir::AllocateOp> remainderRings(ir::KernelOp kernel);

} // namespace wave::analysis
