//===- SharedMemory.h - Shared memory that a launch adds ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of shared memory with a size of its own code has 48 KiB at most (CUDA C++ Programming
// Guide, "Shared Memory"), of what a launch adds all that the chip has.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace wave::nvidia {

/// Bytes of shared memory that a kernel uses, in the target form and in the llvm form.
int64_t bytesOfShared(mlir::LLVM::LLVMFuncOp kernel);

/// Makes one block without a size of those, which kernels that are not launched together can
/// share, and writes down for each kernel what a launch has to add.
void makeSharedDynamic(mlir::ModuleOp module);

/// What a launch has to add, as an attribute of the kernel: an i64.
inline constexpr llvm::StringLiteral sharedBytesAttr = "wave.shared_bytes";

} // namespace wave::nvidia
