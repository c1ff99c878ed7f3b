//===- ControlFlow.h - Where control flows in operations with regions -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// wave.iterate, wave.if and wave.role answer by RegionBranchOpInterface which regions follow which,
// and which values are forwarded.  An analysis that asks them names none of them.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::ir {

/// For the operations of the dialect, which are registered.
void attachControlFlow(mlir::MLIRContext &context);

} // namespace wave::ir
