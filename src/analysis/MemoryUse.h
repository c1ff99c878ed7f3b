//===- MemoryUse.h - What a kernel does with the caller's memories --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

#include "dialect/Dialect.h"

namespace wave::analysis {

/// The attribute of a kernel that keeps the use of each argument through forms that copy
/// operations: an array of "read", "write" and "readwrite".
inline constexpr llvm::StringLiteral memoryUseAttr = "wave.memory_use";

/// "write" says that each element is written exactly once: by one write, which no loop
/// repeats at the same place.
llvm::StringRef memoryUse(ir::KernelOp kernel, mlir::Value memory);

/// The uses of all arguments, as the attribute keeps them.
mlir::ArrayAttr memoryUses(ir::KernelOp kernel);

} // namespace wave::analysis
