//===- TraceConstraints.h - Constraints as operations ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/IR/Builders.h"

#include "wave/constraints.h"

namespace wave::frontend {

/// The operation that holds `constraint`, at the builder's position.
mlir::Operation *build(mlir::OpBuilder &builder, const Constraint &constraint);

} // namespace wave::frontend
