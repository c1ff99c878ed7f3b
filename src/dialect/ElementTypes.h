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

} // namespace wave::ir
