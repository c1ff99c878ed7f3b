//===- MemoryArguments.h - The caller's buffers in a lane's code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of an entry point are, for each memory, its pointer, the sizes and the
// strides, in elements, that are not known when the kernel is compiled; the attribute
// `wave.memories` of the function says which is which.  Behind the kernel's own there is one
// for each call of debug_log, with an entry "log", the number of the call: an axis for the
// steps of each loop around the call, then one for each dimension of the value, with all
// sizes and strides (src/driver/LogBuffers.h).  Then there is an i64 for each of the kernel's
// scalars, an integer or the bits of a float, and for the number of workgroups where a launch gives
// it, as the attribute `wave.launch_values` says.
//
//===----------------------------------------------------------------------===//

#pragma once

#include <map>

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
  MemoryArguments(ir::KernelOp kernel, mlir::Block *entry, LaneCode &code);

  const MemoryArgument &operator[](Value memory) const {
    return list[mlir::cast<mlir::BlockArgument>(memory).getArgNumber()];
  }
  const MemoryArgument &log(int64_t site) const { return logs.find(site)->second; }
  mlir::ArrayAttr description() const { return attribute; }
  /// What is passed behind the memories; null if there is nothing.
  mlir::ArrayAttr launchValues() const { return passedValues; }
  /// Open sizes and what is passed, by name.
  const llvm::MapVector<ir::ExprAttr, Value> &launchSymbols() const { return open; }

private:
  void addLog(ir::DebugLogOp op, mlir::Block *entry, mlir::Builder &builder,
              mlir::SmallVectorImpl<mlir::Attribute> &descriptions);

  mlir::SmallVector<MemoryArgument> list;
  std::map<int64_t, MemoryArgument> logs; ///< by site
  llvm::MapVector<ir::ExprAttr, Value> open;
  mlir::ArrayAttr attribute, passedValues;
};

} // namespace wave::gpu
