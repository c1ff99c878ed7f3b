//===- TensorSums.h - Sums that no lane holds -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum in tensor memory begins at 0, goes through products and loops that carry it, and is
// whole where something else uses it for the first time.  Nobody sees it before: in between
// it has no other user.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <string>

#include "dialect/Dialect.h"

namespace wave::analysis {

struct TensorSum {
  mlir::OpOperand *begin = nullptr; ///< where it takes the 0 with which it begins
  mlir::Value whole;                ///< where it is complete
};

/// The sum to which a product adds.  Where that can be none in tensor memory, `reason` says why,
/// and the sum has no value.
TensorSum tensorSumOf(ir::MmaOp mma, std::string &reason);

/// The write that puts the sum of a product into its ring, in the forms from staged on.
ir::SharedWriteOp ringWriteOf(ir::MmaOp mma);

/// Columns of 32 bits of a slot of a ring in tensor memory: one for each column of the sum, for
/// the rows of one instruction; those of the next rows follow.
int64_t columnsPerSlot(mlir::Value ring);
/// Columns that a workgroup asks for: a power of two, at least 32 (tcgen05.alloc); 0 where it
/// has no ring there.
int64_t tensorColumnsOf(ir::KernelOp kernel);

} // namespace wave::analysis
