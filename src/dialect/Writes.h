//===- Writes.h - What a whole kernel stores ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::ir {

/// Of a kernel in the traced form whose body has ended: no write is lost to another one that
/// follows it before anything has read the memory.
llvm::LogicalResult verifyWrites(KernelOp kernel);

/// The same: it writes or logs something.  Text may be a part of a kernel, to be looked at.
llvm::LogicalResult verifyEffect(KernelOp kernel);

} // namespace wave::ir
