//===- ElementOp.h - What an elementwise operation computes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/cpu/Code.h"

namespace wave::cpu {

/// An element of the result from one of each operand, all of the compute types of their
/// element types.
Value elementOf(Code &code, mlir::Operation *op, mlir::ArrayRef<Value> operands);

} // namespace wave::cpu
