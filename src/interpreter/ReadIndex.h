//===- ReadIndex.h - Indices that a kernel reads from memory --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "wave/tensor.h"

namespace wave::interpreter {

/// The element of `tensor`, of i32 or i64, at `place`; outside of it what the operation fills in.
int64_t readIndex(ir::ReadIndexOp op, const Tensor &tensor, mlir::ArrayRef<int64_t> place);

} // namespace wave::interpreter
