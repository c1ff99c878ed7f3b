//===- ElementTypes.h - DType and MLIR's element types --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include <optional>

#include "mlir/IR/BuiltinTypes.h"
#include "wave/types.h"

namespace wave::ir {

mlir::Type typeOf(DType dtype, mlir::MLIRContext *context);
/// Nothing for a type that is no element type of the language.
std::optional<DType> dtypeOf(mlir::Type type);
/// Bytes of an element of a tile, a memory or a ring; `type` is an element type of the language.
int64_t elementBytes(mlir::Type type);
/// Not of truth values, which are combined, and of floats of 8 bits, which are stored and
/// multiplied by matrix instructions alone.
bool hasArithmetic(mlir::Type type);

} // namespace wave::ir
