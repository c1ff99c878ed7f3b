//===- ControlFlow.h - Loops and branches become blocks -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace wave::codegen {

/// Turns scf.for, scf.if and scf.while into blocks and branches of cf, and what they
/// count into arith.
llvm::LogicalResult flattenControlFlow(mlir::ModuleOp module);

} // namespace wave::codegen
