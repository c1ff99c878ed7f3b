//===- Elementwise.h - Functions of the elements at one place -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"
#include "targets/gpu/LaneCode.h"

namespace wave::gpu {

/// What an elementwise operation (ir::isElementwise) computes from vectors of its operands'
/// elements.
Value elementwise(LaneCode &code, mlir::Operation *op, mlir::ArrayRef<Value> operands);

/// Two elements as a reduction combines them.
Value combine(LaneCode &code, ir::ReductionKind kind, DType dtype, Value a, Value b);

} // namespace wave::gpu
