//===- OperandRows.h - How operands of MMAs lie in shared memory ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::gpu {

/// Rows of an operand in place, as a TMA load has swizzled them.
struct OperandRows {
  int64_t bytes;       ///< of each
  int64_t columnBytes; ///< to where a row that is cut goes on
  bool isTransposed;   ///< along m or n, instead of k
};

/// Of a ring that an MMA reads; `dim` is the one that is not the reduction.
OperandRows operandRows(ir::BufferType ring, ir::ExprAttr dim);
/// Of a tile in place.
ir::BufferType ringOf(mlir::Value tile);

/// Which operands of an MMA have rows along m, or n; one that lanes hold has none.
struct Transposed {
  bool lhs = false, rhs = false;
};
Transposed transposedOf(ir::MmaOp op);

/// Bytes from where a tile in place begins to the element at `at` along `dim` and at `atK` along
/// the reduction.
int64_t bytesBehind(mlir::Value tile, ir::ExprAttr dim, int64_t at, ir::ExprAttr reduction,
                    int64_t atK);

} // namespace wave::gpu
