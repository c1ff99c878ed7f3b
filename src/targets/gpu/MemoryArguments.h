//===- MemoryArguments.h - The caller's buffers in a lane's code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of an entry point are, for each memory, its pointer, the sizes and the
// strides, in elements, that are not known when the kernel is compiled; the attribute
// `wave.memories` of the function says which is which.
//
//===----------------------------------------------------------------------===//

#pragma once

#include "llvm/ADT/MapVector.h"

#include "targets/gpu/LowerKernel.h"

namespace wave::gpu {

struct MemoryArgument {
  Value pointer;
  mlir::SmallVector<Value> sizes, strides; ///< i64
};

class MemoryArguments {
public:
  /// Adds the arguments to the function's entry block.
  MemoryArguments(ir::KernelOp kernel, mlir::Block *entry, LaneCode &code, Arguments arguments);

  const MemoryArgument &operator[](Value memory) const {
    return list[mlir::cast<mlir::BlockArgument>(memory).getArgNumber()];
  }
  mlir::ArrayAttr description() const { return attribute; }
  /// Open sizes, by name.
  const llvm::MapVector<ir::ExprAttr, Value> &openSizes() const { return open; }

private:
  mlir::SmallVector<MemoryArgument> list;
  llvm::MapVector<ir::ExprAttr, Value> open;
  mlir::ArrayAttr attribute;
};

} // namespace wave::gpu
