//===- KernelArguments.cpp ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dialect/KernelArguments.h"

#include "dialect/DiagnosticCapture.h"
#include "dialect/ElementTypes.h"

using namespace mlir;

namespace wave::ir {

std::vector<Argument> argumentsOf(KernelOp kernel) {
  std::vector<Argument> arguments;
  for (BlockArgument memory : kernel.getBlock()->getArguments()) {
    auto type = cast<MemoryType>(memory.getType());
    Argument &argument = arguments.emplace_back();
    argument.name = kernel.getArgName(memory.getArgNumber()).str();
    argument.dtype = *dtypeOf(type.getElementType());
    for (DimAttr dim : type.getDims())
      argument.dims.push_back({dim.getName().getValue().str(),
                               (dim.getSize() ? dim.getSize() : dim.getName()).getValue()});
    for (Operation *user : memory.getUsers()) {
      argument.is_read |= isa<ReadOp, ReadIndexOp, CopyOp>(user);
      argument.is_written |= isa<WriteOp, CopyOutOp>(user);
    }
    argument.where = sourceLocation(memory.getLoc());
  }
  for (ScalarAttr scalar : kernel.getScalarList())
    arguments.push_back({.name = scalar.getName().str(),
                         .dtype = *dtypeOf(scalar.getType()),
                         .dims = {},
                         .is_read = true,
                         .where = sourceLocation(kernel.getLoc()),
                         .is_scalar = true});
  return arguments;
}

} // namespace wave::ir
