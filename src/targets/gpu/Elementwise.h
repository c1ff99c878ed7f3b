//===- Elementwise.h - Functions of the elements at one place -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "targets/gpu/LaneTarget.h"

namespace wave::gpu {

/// What an elementwise operation (ir::isElementwise) computes from vectors of its operands'
/// elements.
Value elementwise(LaneCode &code, const LaneTarget &target, mlir::Operation *op,
                  mlir::ArrayRef<Value> operands);

/// Two elements as a reduction combines them.
Value combine(LaneCode &code, ir::ReductionKind kind, DType dtype, Value a, Value b);

/// The greater or the smaller one, as IEEE 754-2019 has them: NaN where one is.
Value extremum(LaneCode &code, bool isMax, DType dtype, Value a, Value b);

/// A truth value for each element.
Value compare(LaneCode &code, ir::ComparisonKind kind, DType dtype, Value a, Value b);

} // namespace wave::gpu
