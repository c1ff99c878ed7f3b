//===- OperationDetails.h - What Operations.def cannot say ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Operation.h"

#include "dialect/BrokenConstraint.h"
#include "machine/Chip.h"

namespace wave::nvidia {

/// Refuses address spaces, scopes, intrinsics and assembly for which an operation has no
/// machine code.
llvm::LogicalResult verifyDetails(mlir::Operation *op, const machine::Chip &chip);

} // namespace wave::nvidia
