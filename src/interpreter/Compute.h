//===- Compute.h - From an operation to its formula -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "dialect/Dialect.h"
#include "interpreter/Array.h"

namespace wave::interpreter {

/// The result, over `axes`, of an operation that computes tiles from tiles; nothing for one
/// that does anything else.
std::optional<Array> compute(mlir::Operation *op, const std::vector<Axis> &axes,
                             mlir::ArrayRef<const Array *> operands, Rounding rounding);

} // namespace wave::interpreter
